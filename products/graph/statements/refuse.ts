// Converts statement problems to the error of the call.
import { fail } from '@veritrace/platform/errors'
import type { Problem } from './check-statement.ts'

const MOST_ERRORS = 50

/** 422 with every invalid field, or 403 if the only problem is the graph. */
export function refuse(problems: readonly Problem[]): never {
  const errors = problems.slice(0, MOST_ERRORS).map(({ path, message }) => ({ path, message }))
  const code = problems.every((problem) => problem.code === 'graph_out_of_scope')
    ? 'graph_out_of_scope'
    : 'invalid_body'
  const [first] = errors
  const detail =
    problems.length === 1 ? `${first!.path || 'The body'} ${first!.message}.` : `${problems.length} values are invalid.`
  return fail(code, detail, { errors })
}
