// What the guard says when it refuses. Every refusal names the place or the number, so that the text can be mended.
import { AppError } from '@veritrace/platform/errors'

/** Where in the decoded text, counted from 1; columns count characters, not code units. */
interface Place {
  line: number
  column: number
}

interface SyntaxFinding {
  /** Where in the text; absent when only the text as a whole is wrong. */
  offset?: number
  /** What stands there. */
  token?: string
  /** What could stand there instead. */
  expected?: readonly string[]
}

export function invalidSparql(text: string, sentence: string, finding: SyntaxFinding = {}): AppError {
  const { offset, token, expected } = finding
  const place = offset === undefined ? undefined : placeOf(text, offset)
  const detail = place ? `Line ${place.line}, column ${place.column}: ${sentence}` : sentence
  return new AppError('sparql_syntax', detail, {
    ...place,
    ...(token === undefined ? {} : { token }),
    ...(expected && expected.length > 0 ? { expected } : {}),
  })
}

/** `what` is the plural noun of a limit: “triple patterns”. */
export const tooMany = (what: string, limit: number): AppError =>
  new AppError('query_too_complex', `The text has more than ${limit.toLocaleString('en')} ${what}.`, { limit })

export const tooComplex = (sentence: string, limit?: number): AppError =>
  new AppError('query_too_complex', sentence, limit === undefined ? {} : { limit })

export const outOfScope = (graph: string): AppError =>
  new AppError('graph_out_of_scope', `The graph <${clip(graph)}> is outside the scope of this call.`, {
    graph: clip(graph),
  })

export const readOnly = (sentence: string, graph?: string): AppError =>
  new AppError('graph_read_only', sentence, graph === undefined ? {} : { graph: clip(graph) })

export const remoteAccess = (clause: 'SERVICE' | 'LOAD'): AppError =>
  new AppError('remote_access_denied', `${clause} would reach another server, which is not done here.`, { clause })

export const wrongParameter = (sentence: string): AppError => new AppError('invalid_query', sentence)

/** Long enough to recognise, short enough for a message. */
export const clip = (value: string, most = 200): string => (value.length > most ? `${value.slice(0, most)}…` : value)

function placeOf(text: string, offset: number): Place {
  const before = text.slice(0, offset)
  const lines = before.split(/\r\n|\r|\n/)
  return { line: lines.length, column: [...(lines.at(-1) ?? '')].length + 1 }
}
