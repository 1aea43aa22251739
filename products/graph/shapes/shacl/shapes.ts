// Executable shapes, built once from a checked graph.

import { constraintsOf } from './constraints.ts'
import { classesUnder, findShapes, instancesOf } from './find-shapes.ts'
import { type Path, predicatesIn, readPath } from './path.ts'
import { isTrue, type Key, textOf } from './terms.ts'
import { firstOf, has, type Triples, valuesOf } from './triples.ts'
import { OWL_CLASS, RDFS_CLASS, SUB_CLASS_OF, sh, TYPE } from './vocabulary.ts'

export interface Targets {
  nodes: Key[]
  classes: Key[]
  subjectsOf: Key[]
  objectsOf: Key[]
}

export interface Shape {
  node: Key
  path: Path | undefined
  isDeactivated: boolean
  severity: Key
  /** The author's messages, which replace ours. */
  messages: Key[]
  targets: Targets
  constraints: readonly Constraint[]
}

/** One result of a shape. */
export interface Finding {
  shape: Shape
  component: Key
  focus: Key
  path: Path | undefined
  value: Key | undefined
  message: string
}

export type Constraint = (run: Run, focus: Key, values: ReadonlySet<Key>) => Iterable<Finding>

/** A validation run: its data, and its results so far. */
export interface Run {
  data: Triples
  conforms(shape: Shape, node: Key): boolean
  findings(shape: Shape, focus: Key): Iterable<Finding>
  /** The class and its subclasses in the data. */
  classesUnder(top: Key): ReadonlySet<Key>
}

export interface ShapesGraph {
  triples: Triples
  shapes: readonly Shape[]
}

export function readShapes(triples: Triples): ShapesGraph {
  const known = new Map<Key, Shape>()
  const shapeOf = (node: Key): Shape => {
    const shape = known.get(node)
    if (shape) return shape
    const made: Shape = { ...headOf(triples, node), constraints: [] }
    known.set(node, made)
    made.constraints = constraintsOf(triples, made, shapeOf)
    return made
  }
  const classes = new Set([RDFS_CLASS, OWL_CLASS].flatMap((top) => [...instancesOf(triples, top)]))
  const shapes = [...findShapes(triples)].map((node) => {
    const shape = shapeOf(node)
    // A class that is a shape is its own target (SHACL §2.1.3.3).
    if (classes.has(node) && isDeclaredShape(triples, node)) shape.targets.classes.push(node)
    return shape
  })
  return { triples, shapes }
}

function isDeclaredShape(triples: Triples, node: Key): boolean {
  return ['NodeShape', 'PropertyShape'].some((type) =>
    [...classesUnder(triples, sh(type))].some((one) => has(triples, node, TYPE, one)),
  )
}

function headOf(triples: Triples, node: Key): Omit<Shape, 'constraints'> {
  const all = (word: string): Key[] => [...valuesOf(triples, node, sh(word))]
  const [at] = all('path')
  const path = at === undefined ? undefined : readPath(triples, at)
  return {
    node,
    path: typeof path === 'string' ? undefined : path,
    isDeactivated: isTrue(firstOf(triples, node, sh('deactivated'))),
    severity: firstOf(triples, node, sh('severity')) ?? sh('Violation'),
    messages: all('message'),
    targets: {
      nodes: all('targetNode'),
      classes: all('targetClass'),
      subjectsOf: all('targetSubjectsOf'),
      objectsOf: all('targetObjectsOf'),
    },
  }
}

export const targetClasses = ({ shapes }: ShapesGraph): string[] => [
  ...new Set(shapes.flatMap(({ targets }) => targets.classes).map(textOf)),
]

/**
 * The predicates on which the result depends: no other change of the data can affect it. Undefined if that is any
 * predicate, because a shape is closed.
 */
export function predicatesRead({ triples, shapes }: ShapesGraph): string[] | undefined {
  const read = new Set<Key>()
  for (const { node, path, targets } of shapes) {
    if (isTrue(firstOf(triples, node, sh('closed')))) return undefined
    for (const predicate of path ? predicatesIn(path) : []) read.add(predicate)
    for (const predicate of [...targets.subjectsOf, ...targets.objectsOf]) read.add(predicate)
    for (const word of ['equals', 'disjoint', 'lessThan', 'lessThanOrEquals'])
      for (const predicate of valuesOf(triples, node, sh(word))) read.add(predicate)
    const isAboutClasses = targets.classes.length > 0 || firstOf(triples, node, sh('class')) !== undefined
    if (isAboutClasses) for (const predicate of [TYPE, SUB_CLASS_OF]) read.add(predicate)
  }
  return [...read].map(textOf)
}
