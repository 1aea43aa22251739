// Lists of classic APIs, of SAP, of partners and of customers: `objectClassifications`, format version 2, and 1 as the archive
// has it. Kernseife adds ratings, and has a second form: an array of its table rows.
import { ownValue } from '@veritrace/platform/names'
import { CLASSIFICATION_STATES, flagged, identityOf, kindOf, placeOf, successorsOf } from './cloudification.ts'
import { readElements } from './elements.ts'
import { isObject, listOf, textOf } from './fields.ts'
import { type Found, factOf, type Importer } from './record.ts'

type Rating = Record<'title' | 'criticality' | 'score', string>

/** A list with nothing in it is `{"formatVersion":"2"}` and no more. */
function* read(pieces: Iterable<string>): Generator<Found> {
  const ratings = new Map<string, Rating>()
  yield* readElements(asObject(pieces), {
    array: 'objectClassifications',
    orKeys: ['formatVersion'],
    beside: (key, element) => {
      if (key === 'ratings' && isObject(element)) ratings.set(textOf(element.code), ratingOf(element))
    },
    read: (element, row, pointer) => readClassification(plainNames(element), ratings, row, pointer),
  })
}

export const classificationJson: Importer = { name: 'classification-json', version: 2, read }
export const partnerJson: Importer = { name: 'partner-json', version: 2, read }

const ratingOf = (element: Record<string, unknown>): Rating => ({
  title: textOf(element.title),
  criticality: textOf(element.criticality),
  score: typeof element.score === 'number' ? String(element.score) : textOf(element.score),
})

/** Kernseife hands its tables from one tenant to another as an array. */
function* asObject(pieces: Iterable<string>): Generator<string> {
  let isArray: boolean | undefined
  for (const piece of pieces) {
    const start = isArray === undefined ? piece.trimStart() : piece
    if (isArray === undefined && start) {
      isArray = start.startsWith('[')
      if (isArray) yield '{"objectClassifications":'
    }
    yield piece
  }
  if (isArray) yield '}'
}

/** The names of its tables, in the words of the published format. */
function plainNames(element: Record<string, unknown>): Record<string, unknown> {
  if (!('tadirObjectType' in element)) return element
  const identity = (one: Record<string, unknown>) => ({
    ...{ tadirObject: one.tadirObjectType, tadirObjName: one.tadirObjectName },
    ...{ objectType: one.objectType, objectKey: one.objectName },
  })
  const successors = listOf(element.successorList).map((one) => (isObject(one) ? identity(one) : one))
  return { ...element, ...identity(element), state: element.rating, successors }
}

/** What version 1 called it: a comparison of two versions should show what changed, not how it is written. */
const RENAMED: Readonly<Record<string, string>> = { noClassicAPI: 'noAPI' }

function readClassification(
  element: Record<string, unknown>,
  ratings: ReadonlyMap<string, Rating>,
  row: number,
  pointer: string,
): Found {
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
    attributes: ratings.get(written) ?? flagged(CLASSIFICATION_STATES, state) ?? null,
  })
}
