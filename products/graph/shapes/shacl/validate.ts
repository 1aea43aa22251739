// Validates data against shapes (SHACL §3).
import { classesUnder } from './find-shapes.ts'
import { follow } from './path.ts'
import type { Finding, Run, Shape, ShapesGraph, Targets } from './shapes.ts'
import type { Key } from './terms.ts'
import { objectsOf, subjectsOf, type Triples, withPredicate } from './triples.ts'
import { sh, TYPE } from './vocabulary.ts'

const VIOLATION = sh('Violation')

export interface Outcome {
  /** Limited by `limit`. */
  findings: Finding[]
  total: number
}

interface Options {
  limit: number
  /** Ignores warnings and infos. */
  onlyViolations?: boolean
}

export function validate({ shapes }: ShapesGraph, data: Triples, { limit, onlyViolations }: Options): Outcome {
  const run = newRun(data)
  const outcome: Outcome = { findings: [], total: 0 }
  for (const shape of shapes) {
    if (shape.isDeactivated) continue
    for (const focus of targetsIn(run, shape.targets))
      for (const found of run.findings(shape, focus)) {
        if (onlyViolations && found.shape.severity !== VIOLATION) continue
        outcome.total += 1
        if (outcome.findings.length < limit) outcome.findings.push(found)
      }
  }
  return outcome
}

function newRun(data: Triples): Run {
  const classes = new Map<Key, Set<Key>>()
  const verdicts = new Map<Shape, Map<Key, boolean>>()
  const run: Run = {
    data,
    findings,
    /** Cached, because the result depends only on shape and node. */
    conforms(shape, node) {
      const known = verdicts.get(shape) ?? new Map<Key, boolean>()
      verdicts.set(shape, known)
      const verdict = known.get(node) ?? Iterator.from(findings(shape, node)).next().done === true
      known.set(node, verdict)
      return verdict
    },
    classesUnder(top) {
      const known = classes.get(top) ?? classesUnder(data, top)
      classes.set(top, known)
      return known
    },
  }
  function* findings(shape: Shape, focus: Key): Generator<Finding> {
    if (shape.isDeactivated) return
    const values = shape.path ? follow(data, shape.path, [focus]) : new Set([focus])
    for (const constraint of shape.constraints) yield* constraint(run, focus, values)
  }
  return run
}

function targetsIn({ data, classesUnder: under }: Run, targets: Targets): Set<Key> {
  const found = new Set(targets.nodes)
  for (const top of targets.classes)
    for (const one of under(top)) for (const instance of subjectsOf(data, TYPE, one)) found.add(instance)
  for (const predicate of targets.subjectsOf) for (const node of withPredicate(data, predicate)) found.add(node)
  for (const predicate of targets.objectsOf) for (const node of objectsOf(data, predicate)) found.add(node)
  return found
}
