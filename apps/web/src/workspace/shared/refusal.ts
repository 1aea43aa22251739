// Why the server said no: in one sentence, and at the fields that it named.
import { ApiError } from '@veritrace/contract/client'
import { explain } from '../api.ts'

interface Finding {
  path: string
  message: string
}
export const findings = (error: unknown): readonly Finding[] =>
  error instanceof ApiError && Array.isArray(error.problem.errors) ? (error.problem.errors as Finding[]) : []

/** Of the field, or of a part of it. */
export const isAt = ({ path }: Finding, field: string): boolean =>
  path === field || path.startsWith(`${field}.`) || path.startsWith(`${field}/`)

/** `words` where the form can say more than the server does. */
export function problemAt(error: unknown, field: string, words?: string): string | undefined {
  const found = findings(error).find((one) => isAt(one, field))
  return found && (words ?? `It ${found.message}`)
}

/** What no field of the form can show. */
export const problemBeside = (error: unknown, fields: readonly string[]): string | undefined =>
  error && !fields.some((field) => problemAt(error, field)) ? explain(error) : undefined

/** By the path of the field; the first word about it is the one that counts. */
export const fieldErrors = (error: unknown): Readonly<Record<string, string>> =>
  Object.fromEntries(
    findings(error)
      .toReversed()
      .map(({ path, message }) => [path, `It ${message}`]),
  )

export const isOf = (error: unknown, ...codes: string[]): boolean =>
  error instanceof ApiError && codes.includes(error.code)
export const isStale = (error: unknown): boolean => isOf(error, 'stale_version')
export const isOfPlan = (error: unknown): boolean => isOf(error, 'team_plan_required', 'plan_limit_reached')

/** For a form that holds on to what it was opened with. Names the fields that it has no place for. */
export function refusal(error: unknown, shown: readonly string[] = []): string {
  if (isStale(error)) return 'Somebody else has changed it meanwhile. Close this, and look at what it says now.'
  const said = explain(error)
  const rest = findings(error).filter(({ path, message }) => !shown.includes(path) && !said.includes(message))
  return [said, ...rest.map(({ path, message }) => `${path} ${message}.`)].join(' ')
}

/** Where what has changed meanwhile has been read again by then. */
export const refusalReadAgain = (error: unknown): string =>
  isStale(error) ? `${explain(error)} It has been read again: look at it and repeat what you did.` : explain(error)
