// Turns what is wrong with the words of a caller into the error of the call.
import { fail } from '@veritrace/platform/errors'
import type { FieldProblem } from './rules.ts'

/** 422, unless nothing is wrong. */
export function refuseAll(errors: readonly FieldProblem[]): void {
  if (errors.length > 0) refuse(errors)
}

export function refuse(errors: readonly FieldProblem[]): never {
  const detail = errors.map(({ path, message }) => `${path} ${message}.`).join(' ')
  return fail('invalid_body', detail, { errors })
}
