// What came of the last run.
import { ANY_ANSWER, type Answer, ask, change, Problem, type ProblemDocument, type Scope } from './api.ts'
import { readNTriples } from './rdf/ntriples.ts'
import { formOf } from './rdf/sparql-text.ts'
import type { Row, Triple } from './rdf/term.ts'

export interface Asked {
  text: string
  scope: Scope
}
export interface Rows {
  kind: 'rows'
  asked: Asked
  answer: Answer
  vars: readonly string[]
  rows: readonly Row[]
  /** What can be drawn: triples were asked for, or rows that say them. */
  triples: readonly Triple[] | undefined
}
export type Outcome =
  | Rows
  | { kind: 'nothing' }
  | { kind: 'empty' }
  | { kind: 'truth'; asked: Asked; answer: Answer; value: boolean }
  | { kind: 'changed'; inserted: number; deleted: number; ms: number }
  | { kind: 'failed'; asked: Asked; problem: ProblemDocument }
  | { kind: 'cancelled' }

/** Such as the page of a proxy that wants to be signed in to. Whatever came, the page must not wait for ever. */
const UNREADABLE: ProblemDocument = {
  status: 0,
  code: 'unreadable',
  title: 'The answer cannot be read',
  detail: 'Something between you and the server may have answered in its place. Check the connection, then try again.',
}

export async function run(asked: Asked, signal: AbortSignal): Promise<Outcome> {
  try {
    return formOf(asked.text) === 'update' ? await runUpdate(asked, signal) : await runQuery(asked, signal)
  } catch (error) {
    if (signal.aborted) return { kind: 'cancelled' }
    return { kind: 'failed', asked, problem: error instanceof Problem ? error.document : UNREADABLE }
  }
}

async function runUpdate({ scope, text }: Asked, signal: AbortSignal): Promise<Outcome> {
  const { inserted, deleted, durationMs } = await change(scope, text, signal)
  return { kind: 'changed', inserted, deleted, ms: durationMs }
}

async function runQuery(asked: Asked, signal: AbortSignal): Promise<Outcome> {
  const answer = await ask(asked.scope, asked.text, ANY_ANSWER, signal)
  if (answer.type === 'application/n-triples') return fromTriples(asked, answer)
  const { head, boolean, results } = JSON.parse(answer.text)
  if (typeof boolean === 'boolean') return { kind: 'truth', asked, answer, value: boolean }
  const rows: Row[] = results.bindings
  return { kind: 'rows', asked, answer, vars: head.vars, rows, triples: triplesIn(head.vars, rows) }
}

const TRIPLE_VARS = ['subject', 'predicate', 'object'] as const

function fromTriples(asked: Asked, answer: Answer): Outcome {
  const triples = readNTriples(answer.text)
  return { kind: 'rows', asked, answer, vars: TRIPLE_VARS, rows: triples.map((triple) => ({ ...triple })), triples }
}

/** Rows with a subject, a predicate and an object, by the names that people give them. */
function triplesIn(vars: readonly string[], rows: readonly Row[]): Triple[] | undefined {
  const names = [
    ['s', 'subject'],
    ['p', 'predicate'],
    ['o', 'object'],
  ].map((choices) => choices.find((name) => vars.includes(name)))
  const [s, p, o] = names
  if (s === undefined || p === undefined || o === undefined) return undefined
  return rows.flatMap((row) => {
    const [subject, predicate, object] = [row[s], row[p], row[o]]
    return subject && predicate && object ? [{ subject, predicate, object }] : []
  })
}

/** For the line beside the tabs, and for who cannot see the results. */
export function summaryOf(outcome: Outcome): string {
  switch (outcome.kind) {
    case 'rows': {
      const count = outcome.rows.length
      const what = outcome.answer.type === 'application/n-triples' ? 'triple' : 'row'
      return `${count.toLocaleString('en')} ${what}${count === 1 ? '' : 's'} · ${milliseconds(outcome.answer.ms)}`
    }
    case 'truth':
      return milliseconds(outcome.answer.ms)
    case 'changed':
      return milliseconds(outcome.ms)
    case 'cancelled':
      return 'Cancelled'
    case 'failed':
      return 'Not answered'
    default:
      return ''
  }
}

const milliseconds = (ms: number): string =>
  ms < 1_000 ? `${Math.max(1, Math.round(ms))} ms` : `${(ms / 1_000).toFixed(ms < 10_000 ? 1 : 0)} s`
