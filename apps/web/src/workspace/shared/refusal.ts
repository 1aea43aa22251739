// Error messages: for the whole form, and for the fields that the server named.
import { ApiError } from '@veritrace/contract/client'
import { explain } from '../api.ts'

interface Finding {
  path: string
  message: string
}
export const findings = (error: unknown): readonly Finding[] =>
  error instanceof ApiError && Array.isArray(error.problem.errors) ? (error.problem.errors as Finding[]) : []

/** Whether the error is about the field or a part of it. */
export const isAt = ({ path }: Finding, field: string): boolean =>
  path === field || path.startsWith(`${field}.`) || path.startsWith(`${field}/`)

/** `text` replaces the server's message if the form can be more specific. */
export function problemAt(error: unknown, field: string, text?: string): string | undefined {
  const found = findings(error).find((one) => isAt(one, field))
  return found && (text ?? `It ${found.message}`)
}

/** The message of an error that no field of the form can show. */
export const otherProblem = (error: unknown, fields: readonly string[]): string | undefined =>
  error && !fields.some((field) => problemAt(error, field)) ? explain(error) : undefined

/** Messages by field path. Only the first message for each field is used. */
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

/** For forms that keep the version they were opened with. Adds errors for fields that the form does not show. */
export function refusal(error: unknown, shown: readonly string[] = []): string {
  if (isStale(error)) return 'Someone else changed this in the meantime. Close the form and check the latest version.'
  const said = explain(error)
  const rest = findings(error).filter(({ path, message }) => !shown.includes(path) && !said.includes(message))
  return [said, ...rest.map(({ path, message }) => `${path} ${message}.`)].join(' ')
}

/** For pages that have reloaded the latest version by the time the message appears. */
export const refusalReadAgain = (error: unknown): string =>
  isStale(error) ? `${explain(error)} The page now shows the latest version. Check it and try again.` : explain(error)
