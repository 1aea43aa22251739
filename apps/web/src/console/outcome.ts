// The result of the last run.
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
  /** Set if the result can be drawn: triples, or rows that contain triples. */
  triples: readonly Triple[] | undefined
}
export type Outcome =
  | Rows
  | { kind: 'nothing' }
  | { kind: 'empty' }
  | { kind: 'truth'; asked: Asked; answer: Answer; value: boolean }
  | { kind: 'changed'; inserted: number; deleted: number; ms: number }
  | { kind: 'failed'; asked: Asked; problem: ProblemDocument }
  | { kind: 'canceled' }

/** For example, a proxy may have answered with its sign-in page. The page must show an error instead of waiting. */
const UNREADABLE: ProblemDocument = {
  status: 0,
  code: 'unreadable',
  title: 'The response could not be read',
  detail: 'A proxy between you and the server may have responded instead. Check your connection, then try again.',
}

export async function run(asked: Asked, signal: AbortSignal): Promise<Outcome> {
  try {
    return formOf(asked.text) === 'update' ? await runUpdate(asked, signal) : await runQuery(asked, signal)
  } catch (error) {
    if (signal.aborted) return { kind: 'canceled' }
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

/** Rows with variables for subject, predicate and object, by their usual names. */
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

/** The text next to the tabs, also announced to screen readers. */
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
    case 'canceled':
      return 'Canceled'
    case 'failed':
      return 'Failed'
    default:
      return ''
  }
}

const milliseconds = (ms: number): string =>
  ms < 1_000 ? `${Math.max(1, Math.round(ms))} ms` : `${(ms / 1_000).toFixed(ms < 10_000 ? 1 : 0)} s`
