// Lists of classic APIs, of SAP and of partners: `objectClassifications`, format version 2, and 1 as the archive has it.
import { ownValue } from '@veritrace/platform/names'
import { CLASSIFICATION_STATES, flagged, identityOf, kindOf, placeOf, successorsOf } from './cloudification.ts'
import { readElements } from './elements.ts'
import { listOf, textOf } from './fields.ts'
import { type Found, factOf, type Importer } from './record.ts'

/** A list with nothing in it is `{"formatVersion":"2"}` and no more. */
const read = (pieces: Iterable<string>) =>
  readElements(pieces, { array: 'objectClassifications', orKeys: ['formatVersion'], read: readClassification })

export const classificationJson: Importer = { name: 'classification-json', version: 1, read }
export const partnerJson: Importer = { name: 'partner-json', version: 1, read }

/** What version 1 called it: a comparison of two versions should show what changed, not how it is written. */
const RENAMED: Readonly<Record<string, string>> = { noClassicAPI: 'noAPI' }

function readClassification(element: Record<string, unknown>, row: number, pointer: string): Found {
  const written = textOf(element.state)
  const state = ownValue(RENAMED, written) ?? written
  const successors = successorsOf(element)
  return factOf(row, {
    ...identityOf(element),
    ...placeOf(element),
    state,
    successor_kind: kindOf(successors, state !== 'noAPI'),
    concept: textOf(element.successorConceptName),
    labels: listOf(element.labels).map(textOf).filter(Boolean),
    successors,
    pointer,
    attributes: flagged(CLASSIFICATION_STATES, state) ?? null,
  })
}
