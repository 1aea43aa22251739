// Release lists of the Cloudification Repository, format version 1: `objectReleaseInfo`.
import { flagged, identityOf, kindOf, placeOf, RELEASE_STATES, successorsOf } from './cloudification.ts'
import { readElements } from './elements.ts'
import { textOf } from './fields.ts'
import { type Found, factOf, type Importer } from './record.ts'

export const cloudificationJson: Importer = {
  name: 'cloudification-json',
  version: 1,
  read: (pieces) =>
    readElements(pieces, { array: 'objectReleaseInfo', orKeys: ['formatVersion'], read: readReleaseInfo }),
}

const USABLE = ['released', 'notToBeReleasedStable']

function readReleaseInfo(element: Record<string, unknown>, row: number, pointer: string): Found {
  const state = textOf(element.state)
  const successors = successorsOf(element)
  const kind = element.successorClassification
  return factOf(row, {
    ...identityOf(element),
    ...placeOf(element),
    state,
    successor_kind: kind === undefined ? kindOf(successors, USABLE.includes(state)) : textOf(kind),
    concept: textOf(element.successorConceptName),
    successors,
    pointer,
    attributes: flagged(RELEASE_STATES, state) ?? null,
  })
}
