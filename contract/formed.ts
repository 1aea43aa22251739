// Texts of a certain form, and the words that tell a person which one: a pattern tells it to machines only.
import { type TStringOptions, Type } from 'typebox'

const forms = new Map<string, string>([['\\S', 'something other than spaces']])

/** A text that fits the pattern. Who sends another is told that it must be `form`. */
export function formed(form: string, pattern: string, options: TStringOptions = {}) {
  forms.set(pattern, form)
  return Type.String({ ...options, pattern })
}

export const formOf = (pattern: string): string | undefined => forms.get(pattern)
