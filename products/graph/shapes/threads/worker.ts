// A validation thread. It handles one message at a time; pool.ts enforces the time limit.
import { parentPort } from 'node:worker_threads'
import { checkShapes, type ShapeProblem } from '../shacl/check-shapes.ts'
import { formOf } from '../shacl/form.ts'
import { reportTurtle, resultOf } from '../shacl/report.ts'
import { predicatesRead, readShapes, type ShapesGraph, targetClasses } from '../shacl/shapes.ts'
import { addTriple, newTriples, removeTriple } from '../shacl/triples.ts'
import { readData, readShapesText, TurtleError } from '../shacl/turtle.ts'
import { validate } from '../shacl/validate.ts'
import type { Failure, FromWorker, Message } from './messages.ts'
import { termsIn } from './row-terms.ts'

class ShapesError extends Error {
  readonly problems: ShapeProblem[]
  constructor(problems: ShapeProblem[]) {
    super('The shapes cannot be run.')
    this.problems = problems
  }
}

let shapes: ShapesGraph[] = []
let data = newTriples()
/** The state to keep, until another one begins. */
let kept: { key: string; seq: number } | undefined

const port = parentPort!
port.on('message', (message: Message) => {
  const send = (message: FromWorker) => port.postMessage(message)
  try {
    send({ reply: answer(message) })
  } catch (error) {
    send({ failure: failureOf(error) })
  }
})

function answer(message: Message): unknown {
  switch (message.do) {
    case 'check': {
      const graph = readChecked(message.turtle)
      return { targetClasses: targetClasses(graph), predicates: predicatesRead(graph) }
    }
    case 'form':
      // Forms do not run patterns, so their cost does not matter.
      return formOf(
        readChecked(message.turtle, ({ component }) => component !== 'sh:pattern'),
        message.target,
      )
    case 'begin':
      kept = undefined
      data = newTriples()
      shapes = message.shapes.map((turtle) => readChecked(turtle))
      return undefined
    case 'resume': {
      const seq = kept?.key === message.key ? kept.seq : undefined
      kept = undefined
      return seq
    }
    case 'keep':
      kept = { key: message.key, seq: message.seq }
      return undefined
    case 'rest':
      return rest()
    case 'add':
      for (let at = 0; at < message.terms.length; at += 3)
        addTriple(data, message.terms[at]!, message.terms[at + 1]!, message.terms[at + 2]!)
      return undefined
    case 'apply':
      for (const terms of termsIn(message.removed, message.graph, message.predicates)) removeTriple(data, ...terms)
      for (const terms of termsIn(message.added, message.graph, message.predicates)) addTriple(data, ...terms)
      return undefined
    case 'read':
      data = readData(message.turtle)
      return undefined
    case 'validate':
      return outcome(message)
  }
}

function rest(): string | undefined {
  if (kept) return kept.key
  shapes = []
  data = newTriples()
  return undefined
}

function readChecked(turtle: string, matters = (_: ShapeProblem): boolean => true): ShapesGraph {
  const read = readShapesText(turtle)
  const problems = checkShapes(read).filter(matters)
  if (problems.length > 0) throw new ShapesError(problems)
  return readShapes(read.triples)
}

function outcome({ limit, as, onlyViolations }: Extract<Message, { do: 'validate' }>) {
  const outcomes = shapes.map((graph) => validate(graph, data, { limit, onlyViolations }))
  const total = outcomes.reduce((sum, one) => sum + one.total, 0)
  const broken = outcomes.flatMap((one, place) => (one.total > 0 ? place : []))
  const findings = outcomes.flatMap((one) => one.findings).slice(0, limit)
  return as === 'turtle'
    ? { total, broken, results: [], turtle: reportTurtle(findings, total) }
    : { total, broken, results: findings.map(resultOf), turtle: '' }
}

function failureOf(error: unknown): Failure {
  if (error instanceof TurtleError) return { kind: 'turtle', message: error.message, place: error.place }
  if (error instanceof ShapesError) return { kind: 'shapes', problems: error.problems }
  return { kind: 'broken', message: error instanceof Error ? (error.stack ?? error.message) : String(error) }
}
