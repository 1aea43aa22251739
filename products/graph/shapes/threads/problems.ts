// Converts failures of a thread to API errors.
import { AppError } from '@veritrace/platform/errors'
import type { ShapeProblem } from '../shacl/check-shapes.ts'
import type { Place } from '../shacl/turtle.ts'
import type { Failure } from './messages.ts'

export function toApiError(failure: Failure): Error {
  if (failure.kind === 'turtle')
    return new AppError('turtle_syntax', located(failure.message, failure.place), { ...failure.place })
  if (failure.kind === 'shapes') return refusedShapes(failure.problems)
  return new Error(`The validation failed: ${failure.message}`)
}

function refusedShapes(problems: readonly ShapeProblem[]): AppError {
  // Ill-formed terms come first: once corrected, they may be supported.
  const shown = problems.find(({ kind }) => kind === 'invalid') ?? problems[0]!
  const { node, component, message, place } = shown
  return new AppError(CODES[shown.kind], located(node ? `${message} Shape: ${node}.` : message, place), {
    node,
    component,
    ...place,
    problems: problems.map(({ place: at, kind: _, ...problem }) => ({ ...problem, ...at })),
  })
}

const CODES = { invalid: 'shape_invalid', unsupported: 'shape_unsupported', refused: 'pattern_refused' } as const

const located = (sentence: string, place: Place | undefined): string =>
  place ? `Line ${place.line}, column ${place.column}: ${sentence}` : sentence
