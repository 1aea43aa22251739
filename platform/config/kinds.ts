// The types of variables: how each one is parsed, and the error for a bad value.
import { parseRanges } from '../addresses.ts'

export interface Variable<T> {
  readonly doc: string
  readonly fallback: T
  /** Never logged, never shown. */
  readonly secret?: true
  /** Parses the text; throws a message that completes “VARIABLE …”. */
  readonly read: (text: string) => T
}

export const text = (fallback: string, doc: string): Variable<string> => ({ doc, fallback, read: (v) => v })
export const optional = (doc: string): Variable<string | undefined> => ({ doc, fallback: undefined, read: (v) => v })
export const secret = (doc: string): Variable<string | undefined> => ({
  doc,
  fallback: undefined,
  secret: true,
  read: (v) => v,
})
/** A list whose items must all satisfy `fits`; `what` names them in the error. */
export const list = (
  fallback: readonly string[],
  doc: string,
  fits: (item: string) => boolean = () => true,
  what = 'a list',
): Variable<readonly string[]> => ({
  doc,
  fallback,
  read: (v) => {
    const items = v
      .split(',')
      .map((item) => item.trim())
      .filter(Boolean)
    if (items.length === 0 || !items.every(fits)) throw new Error(`must be ${what}, separated by commas`)
    return items
  },
})
export const flag = (fallback: boolean, doc: string): Variable<boolean> => ({
  doc,
  fallback,
  read: (v) => {
    if (['1', 'true', 'yes', 'on'].includes(v.toLowerCase())) return true
    if (['0', 'false', 'no', 'off'].includes(v.toLowerCase())) return false
    throw new Error('must be true or false')
  },
})
export const integer = (fallback: number, min: number, max: number, doc: string): Variable<number> => ({
  doc,
  fallback,
  read: (v) => {
    const n = Number(v)
    if (!Number.isInteger(n) || n < min || n > max) throw new Error(`must be a whole number from ${min} to ${max}`)
    return n
  },
})
export const choice = <const V extends readonly string[], F extends V[number] | undefined = undefined>(
  values: V,
  doc: string,
  fallback?: F,
): Variable<V[number] | F> => ({
  doc: `${doc} One of ${values.join(', ')}.`,
  fallback: fallback as F,
  read: (v) => {
    if (!values.includes(v)) throw new Error(`must be one of ${values.join(', ')}`)
    return v
  },
})
export const url = (doc: string): Variable<string | undefined> => ({
  doc,
  fallback: undefined,
  read: (v) => wholeUrl(v).replace(/\/$/, ''),
})
/** Our own origin. Pages link from its root, so a path is not allowed. */
export const origin = (doc: string): Variable<string | undefined> => ({
  doc,
  fallback: undefined,
  read: (v) => {
    const found = /^https?:\/\//i.test(v) && URL.canParse(v) ? new URL(v) : undefined
    if (found?.href !== `${found?.origin}/`) throw new Error('must be an origin such as https://app.example.com')
    return found.origin
  },
})
/** A name that is compared character by character (RFC 8414 §3.3), including a trailing slash. */
export const issuer = (doc: string): Variable<string | undefined> => ({ doc, fallback: undefined, read: wholeUrl })

function wholeUrl(text: string): string {
  if (/^https?:\/\//i.test(text) && URL.canParse(text)) return text
  throw new Error('must be a whole URL with http or https')
}

export function isAddresses(range: string): boolean {
  try {
    return parseRanges([range]).length === 1
  } catch {
    return false
  }
}
/** Besides addresses, these named ranges are allowed. */
export const isProxies = (range: string): boolean =>
  ['loopback', 'linklocal', 'uniquelocal'].includes(range) || isAddresses(range)

export const isOrigin = (text: string): boolean =>
  /^https?:/.test(text) && URL.canParse(text) && new URL(text).origin === text

/** Asymmetric algorithms only: a key that verifies signatures must not be able to make them. */
export const ALGORITHMS = [
  'ES256',
  'ES384',
  'ES512',
  'RS256',
  'RS384',
  'RS512',
  'PS256',
  'PS384',
  'PS512',
  'EdDSA',
  'Ed25519',
]

/** Validated against a pattern, then used unchanged. */
export const checked = <T extends string | undefined>(
  variable: Variable<T>,
  fits: RegExp,
  what: string,
): Variable<T> => ({
  ...variable,
  read: (v) => {
    if (!fits.test(v)) throw new Error(`must be ${what}`)
    return variable.read(v)
  },
})
export const ADDRESS = /^[^\s@<>,"]+@[^\s@<>,"]+$/
/** One address, alone or in angle brackets after a name (RFC 5322 §3.4). */
export const SENDER = /^(?:[^\s@<>,"]+@[^\s@<>,"]+|(?:"[^"<>]*"|[^"<>,@]+) *<[^\s@<>,"]+@[^\s@<>,"]+>)$/
export const PAIRS = /^\s*[^\s=,]+=[^,]*(?:,\s*[^\s=,]+=[^,]*)*$/
