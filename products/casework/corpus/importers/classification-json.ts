// Lists of classic APIs from SAP, partners and customers: `objectClassifications`, format version 2, or 1 in the archive.
// Kernseife adds ratings, and also exports its table rows as an array.
import { ownValue } from '@veritrace/platform/names'
import { CLASSIFICATION_STATES, flagged, identityOf, kindOf, placeOf, successorsOf } from './cloudification.ts'
import { readElements } from './elements.ts'
import { isObject, listOf, textOf } from './fields.ts'
import { type Found, factOf, type Importer } from './record.ts'

type Rating = Record<'title' | 'criticality' | 'score', string>

/** An empty list is just `{"formatVersion":"2"}`. */
function* read(pieces: Iterable<string>): Generator<Found> {
  const ratings = new Map<string, Rating>()
  yield* readElements(asObject(pieces), {
    array: 'objectClassifications',
    orKeys: ['formatVersion'],
    onOther: (key, element) => {
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

/** Kernseife transfers its tables between systems as an array. */
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

/** Maps Kernseife's column names to those of the published format. */
function plainNames(element: Record<string, unknown>): Record<string, unknown> {
  if (!('tadirObjectType' in element)) return element
  const identity = (one: Record<string, unknown>) => ({
    ...{ tadirObject: one.tadirObjectType, tadirObjName: one.tadirObjectName },
    ...{ objectType: one.objectType, objectKey: one.objectName },
  })
  const successors = listOf(element.successorList).map((one) => (isObject(one) ? identity(one) : one))
  return { ...element, ...identity(element), state: element.rating, successors }
}

/** States renamed since version 1. A comparison across versions should not show renames. */
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
