// The guard's error messages. Each names a position or a limit, so that the caller can fix the text.
import { AppError } from '@veritrace/platform/errors'

/** A 1-based position in the decoded text. Columns count characters, not code units. */
interface Place {
  line: number
  column: number
}

interface SyntaxFinding {
  /** The position; absent if the problem concerns the whole text. */
  offset?: number
  /** The token at that position. */
  token?: string
  /** What is allowed at that position. */
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
  new AppError('remote_access_denied', `${clause} would contact another server, which is not allowed.`, { clause })

export const wrongParameter = (sentence: string): AppError => new AppError('invalid_query', sentence)

/** Long enough to recognize, short enough for a message. */
export const clip = (value: string, most = 200): string => (value.length > most ? `${value.slice(0, most)}…` : value)

function placeOf(text: string, offset: number): Place {
  const before = text.slice(0, offset)
  const lines = before.split(/\r\n|\r|\n/)
  return { line: lines.length, column: [...(lines.at(-1) ?? '')].length + 1 }
}
