// Strings with a pattern, each with a description of the pattern for people.
import { type TStringOptions, Type } from 'typebox'

const forms = new Map<string, string>([['\\S', 'something other than spaces']])

/** A string that matches the pattern. Any other value is answered with "must be" and `form`. */
export function formed(form: string, pattern: string, options: TStringOptions = {}) {
  forms.set(pattern, form)
  return Type.String({ ...options, pattern })
}

export const formOf = (pattern: string): string | undefined => forms.get(pattern)
