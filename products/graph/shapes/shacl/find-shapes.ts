// Finds the shapes in a graph (SHACL §2.1): nodes that are declared as shapes, have a target or a constraint, or are
// referenced.

import { PARAMETERS, TARGETS, TO_SHAPE_LISTS, TO_SHAPES } from './parameters.ts'
import { readList } from './path.ts'
import type { Key } from './terms.ts'
import { has, subjectsOf, type Triples, valuesOf, withPredicate } from './triples.ts'
import { SUB_CLASS_OF, sh, TYPE } from './vocabulary.ts'

const CONSTRAINING = Object.keys(PARAMETERS).filter((name) => PARAMETERS[name]!.constrains)

export function findShapes(triples: Triples): Set<Key> {
  const found = new Set<Key>()
  for (const type of ['NodeShape', 'PropertyShape'])
    for (const shape of instancesOf(triples, sh(type))) found.add(shape)
  for (const name of [...TARGETS, ...CONSTRAINING])
    for (const shape of withPredicate(triples, sh(name))) found.add(shape)
  // The iteration includes elements that are added during it.
  for (const shape of found) for (const { to } of referencesOf(triples, shape)) found.add(to)
  return found
}

/** The shapes that a shape refers to, with the term used. */
export function* referencesOf(triples: Triples, shape: Key): Generator<{ by: string; to: Key }> {
  for (const by of TO_SHAPES) for (const to of valuesOf(triples, shape, sh(by))) yield { by, to }
  for (const by of TO_SHAPE_LISTS)
    for (const head of valuesOf(triples, shape, sh(by)))
      for (const to of readList(triples, head) ?? []) yield { by, to }
}

/** The class and all its subclasses. */
export function classesUnder(triples: Triples, top: Key): Set<Key> {
  const found = new Set([top])
  for (const one of found) for (const below of subjectsOf(triples, SUB_CLASS_OF, one)) found.add(below)
  return found
}

export function instancesOf(triples: Triples, top: Key): Set<Key> {
  const found = new Set<Key>()
  for (const one of classesUnder(triples, top))
    for (const instance of subjectsOf(triples, TYPE, one)) found.add(instance)
  return found
}

export const isPropertyShape = (triples: Triples, shape: Key): boolean =>
  [...valuesOf(triples, shape, sh('path'))].length > 0

export const isDeclared = (triples: Triples, shape: Key, type: 'NodeShape' | 'PropertyShape'): boolean =>
  has(triples, shape, TYPE, sh(type))
