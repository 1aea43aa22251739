// An in-memory graph for validation, with lookups in both directions.
import type { Key } from './terms.ts'

export interface Triples {
  /** A single value is stored without a set, because most have one and the sets would take most of the memory. */
  out: Map<Key, Map<Key, Key | Set<Key>>>
  /** Object to subjects, by predicate. Built when a predicate is first followed backwards. */
  back: Map<Key, Map<Key, Key[]>>
  /** Interned terms, so that each string is stored once. */
  known: Map<string, Key>
}

export const newTriples = (): Triples => ({ out: new Map(), back: new Map(), known: new Map() })

export function addTriple(triples: Triples, s: Key, p: Key, o: Key): void {
  const subject = interned(triples, s)
  const predicate = interned(triples, p)
  const object = interned(triples, o)
  triples.back.delete(predicate)
  let byPredicate = triples.out.get(subject)
  if (!byPredicate) {
    byPredicate = new Map()
    triples.out.set(subject, byPredicate)
  }
  const values = byPredicate.get(predicate)
  if (values === undefined) byPredicate.set(predicate, object)
  else if (typeof values !== 'string') values.add(object)
  else if (values !== object) byPredicate.set(predicate, new Set([values, object]))
}

export function removeTriple(triples: Triples, subject: Key, predicate: Key, object: Key): void {
  const byPredicate = triples.out.get(subject)
  const values = byPredicate?.get(predicate)
  triples.back.delete(predicate)
  if (values === object) byPredicate!.delete(predicate)
  else if (values instanceof Set && values.delete(object) && values.size === 0) byPredicate!.delete(predicate)
  if (byPredicate?.size === 0) triples.out.delete(subject)
}

const NONE: ReadonlySet<Key> = new Set()

export function valuesOf(triples: Triples, subject: Key, predicate: Key): Iterable<Key> {
  const values = triples.out.get(subject)?.get(predicate)
  if (values === undefined) return NONE
  return typeof values === 'string' ? [values] : values
}

export const firstOf = (triples: Triples, subject: Key, predicate: Key): Key | undefined => {
  const [first] = valuesOf(triples, subject, predicate)
  return first
}

export function has(triples: Triples, subject: Key, predicate: Key, object: Key): boolean {
  const values = triples.out.get(subject)?.get(predicate)
  return values === object || (values instanceof Set && values.has(object))
}

export const subjectsOf = (triples: Triples, predicate: Key, object: Key): readonly Key[] =>
  backwards(triples, predicate).get(object) ?? []

/** All objects of the predicate. */
export const objectsOf = (triples: Triples, predicate: Key): Iterable<Key> => backwards(triples, predicate).keys()

/** All subjects of the predicate. */
export function* withPredicate(triples: Triples, predicate: Key): Generator<Key> {
  for (const [subject, byPredicate] of triples.out) if (byPredicate.has(predicate)) yield subject
}

export function* predicatesOf(triples: Triples, subject: Key): Generator<[Key, Iterable<Key>]> {
  for (const [predicate, values] of triples.out.get(subject) ?? [])
    yield [predicate, typeof values === 'string' ? [values] : values]
}

function backwards(triples: Triples, predicate: Key): Map<Key, Key[]> {
  const made = triples.back.get(predicate)
  if (made) return made
  const back = new Map<Key, Key[]>()
  for (const [subject, byPredicate] of triples.out) {
    const values = byPredicate.get(predicate)
    if (values === undefined) continue
    for (const object of typeof values === 'string' ? [values] : values) {
      const subjects = back.get(object)
      if (subjects) subjects.push(subject)
      else back.set(object, [subject])
    }
  }
  triples.back.set(predicate, back)
  return back
}

function interned(triples: Triples, text: string): Key {
  const known = triples.known.get(text)
  if (known !== undefined) return known
  triples.known.set(text, text)
  return text
}
