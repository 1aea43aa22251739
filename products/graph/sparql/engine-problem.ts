// Converts engine errors to API errors.
import { AppError, isAppError } from '@veritrace/platform/errors'
import { EngineError, type EngineErrorKind } from '../engine/engine.ts'
import { badIri } from '../guard/bad-iri.ts'
import { brokenRule } from '../guard/broken-rule.ts'
import type { Finding } from '../guard/finding.ts'
import type { ParsedSparql } from '../guard/parse.ts'
import { clip, invalidSparql } from '../guard/problems.ts'
import { walk } from '../guard/walk.ts'

const PROBLEMS: Record<EngineErrorKind, (message: string) => AppError> = {
  syntax: (message) => new AppError('sparql_syntax', sentenceOf(message)),
  format: (message) => new AppError('not_acceptable', message),
  narrow: (message) => new AppError('syntax_too_narrow', message),
  scope: (message) => new AppError('graph_out_of_scope', message),
  read_only: (message) => new AppError('graph_read_only', message),
  remote: (message) => new AppError('remote_access_denied', message),
  timeout: (message) => new AppError('query_timeout', message),
  too_large: (message) => new AppError('result_too_large', message),
  crashed: () => new AppError('query_too_complex', 'The engine could not evaluate this text.'),
  unavailable: (message) => new AppError('unavailable', message, {}, { 'retry-after': '1' }),
}

export async function withApiErrors<T>(work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    throw error instanceof EngineError ? problemOf(error) : error
  }
}

function problemOf({ kind, message, isBusy }: EngineError): AppError {
  const problem = PROBLEMS[kind](message)
  return isBusy ? problem.whileBusy() : problem
}

/**
 * Finds the location in the caller's text. The engine runs a rewritten text, so its own positions, if any, do not help.
 */
export async function withPlace<T>(work: Promise<T>, { text, ast }: ParsedSparql): Promise<T> {
  try {
    return await work
  } catch (error) {
    if (!isAppError(error) || error.code !== 'sparql_syntax' || 'line' in error.extras) throw error
    const found = unknownFunction(ast, error.message) ?? badIri(ast) ?? brokenRule(ast)
    throw found ? invalidSparql(text, found.sentence, found) : error
  }
}

function unknownFunction(ast: ParsedSparql['ast'], message: string): Finding | undefined {
  const name = /^The custom function <(.*)> is not supported$/s.exec(message)?.[1]
  const offsets: number[] = []
  if (name !== undefined)
    walk(ast, undefined, (node) => {
      if (node.type === 'expression' && node.subType === 'functionCall' && node.function.value === name)
        if (node.function.loc.sourceLocationType === 'source') offsets.push(node.function.loc.start)
      return undefined
    })
  return offsets.length > 0
    ? { offset: Math.min(...offsets), sentence: `The custom function <${clip(name!)}> is not supported.` }
    : undefined
}

/** Oxigraph lists what its parser expected, and hides semantic errors in that list as sentences. */
function sentenceOf(message: string): string {
  if (!/^error at \d+:\d+: expected /.test(message)) return message
  const sentence = /(?:The|SELECT) [\w* ]+ (?:is|are|contains|overrides) [\w* ]+/.exec(message)?.[0]
  return sentence ? `The engine cannot run this text: ${sentence}.` : 'The engine cannot run this text.'
}
