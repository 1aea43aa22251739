// The engine's refusals in the words of the API.
import { AppError } from '@veritrace/platform/errors'
import { EngineError, type EngineErrorKind } from '../engine/engine.ts'

const PROBLEMS: Record<EngineErrorKind, (message: string) => AppError> = {
  syntax: (message) => new AppError('sparql_syntax', message),
  format: (message) => new AppError('not_acceptable', message),
  scope: (message) => new AppError('graph_out_of_scope', message),
  read_only: (message) => new AppError('graph_read_only', message),
  remote: (message) => new AppError('remote_access_denied', message),
  timeout: (message) => new AppError('query_timeout', message),
  too_large: (message) => new AppError('result_too_large', message),
  crashed: () => new AppError('query_too_complex', 'The engine could not evaluate this text.'),
  unavailable: (message) => new AppError('unavailable', message, {}, { 'retry-after': '1' }),
}

export async function inOurWords<T>(work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    throw error instanceof EngineError ? PROBLEMS[error.kind](error.message) : error
  }
}
