// Masks secrets in the audit log, and removes text that PostgreSQL cannot store.
import type { Change } from './event.ts'

const MASKED = '[masked]'
// The last word decides: `client_secret` is a secret, `token_expires_at` is not.
const SECRET =
  /(^|[._-])(pass(word|phrase)?|secret|token|api_?key|private_?key|signing_?key|authorization|cookie|credential|headers)s?([._-](hash|digest|value))?$/i

/** The changes as JSON values, with secrets masked: the log shows that they changed, but not their values. */
export const maskChanges = (changes: readonly Change[]): Change[] =>
  changes.map(({ field, from, to }) => ({
    field: cleanText(field),
    from: maskValue(field, from),
    to: maskValue(field, to),
  }))

/** The value as JSON, with strings cleaned of characters that PostgreSQL rejects in text and jsonb. */
export function cleanValue<T>(value: T): T {
  return JSON.parse(JSON.stringify(value), (_, member) => (typeof member === 'string' ? cleanText(member) : member))
}

export const cleanText = (text: string): string => text.toWellFormed().replaceAll('\0', '\ufffd')

function maskValue(field: string, value: unknown): unknown {
  if (value === undefined || value === null) return null
  if (isSecret(field)) return MASKED
  const plain: unknown = cleanValue(value)
  return maskInside(plain)
}

function maskInside(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(maskInside)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, member]) => [key, isSecret(key) && member !== null ? MASKED : maskInside(member)]),
  )
}

const isSecret = (field: string): boolean => SECRET.test(field.replaceAll(/([a-z0-9])([A-Z])/g, '$1_$2'))
