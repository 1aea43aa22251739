// Parses a JSON body strictly: valid UTF-8, no NUL or unpaired surrogate, no prototype pollution, at most 64 levels
// deep.
import { fail, isAppError } from '../errors.ts'

const utf8 = new TextDecoder('utf-8', { fatal: true })
const MAX_DEPTH = 64

/** `looksItself` returns true if the caller checks each text for unpaired surrogates itself. */
export function parseJsonBody(bytes: Buffer, looksItself: () => boolean = () => false): unknown {
  if (bytes.length === 0) return undefined
  const text = decode(bytes)
  const { isDeep, isOdd } = scan(text)
  if (isDeep) fail('malformed_json', `The body is nested deeper than ${MAX_DEPTH} levels.`)
  if (text.includes('"__proto__"')) fail('malformed_json', 'The body has a field “__proto__”.')
  const value = parse(text)
  if (isOdd && some(value, hasNul)) fail('malformed_json', 'The body contains the character U+0000.')
  // Writing it would replace it with U+FFFD.
  if (isOdd && some(value, isHalved) && !looksItself())
    fail('malformed_json', 'The body contains an unpaired surrogate.')
  return value
}

/** Marks a line that cannot be parsed; the caller decides what to do with it. Lines are counted from 1. */
export class UnreadableLine {
  readonly line: number
  readonly message: string

  constructor(line: number, why: string) {
    this.line = line
    this.message = `Line ${line}: ${why}`
  }

  refuse(): never {
    return fail('malformed_json', this.message, { line: this.line })
  }
}
/** With more unreadable lines, the body is not JSON lines at all. */
const MOST_UNREADABLE = 1_000

/** One value per line; empty lines are counted and skipped. */
export function parseJsonLines(bytes: Buffer, looksItself?: () => boolean): unknown[] {
  const values: unknown[] = []
  let line = 1
  let unreadable = 0
  for (let start = 0; start < bytes.length; line++) {
    const end = bytes.indexOf(LINE_END, start)
    const text = bytes.subarray(start, end < 0 ? bytes.length : end)
    start = end < 0 ? bytes.length : end + 1
    if (text.every(isSpace)) continue
    try {
      values.push(parseJsonBody(text, looksItself))
    } catch (error) {
      if (!isAppError(error)) throw error
      const bad = new UnreadableLine(line, error.message)
      if (++unreadable > MOST_UNREADABLE) bad.refuse()
      values.push(bad)
    }
  }
  return values
}
const LINE_END = 10
const isSpace = (byte: number): boolean => byte === 32 || byte === 9 || byte === 13

function decode(bytes: Buffer): string {
  try {
    return utf8.decode(bytes)
  } catch {
    return fail('malformed_json', 'The body is not valid UTF-8.')
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    return fail('malformed_json', `The body is not valid JSON: ${(error as Error).message}`)
  }
}

/**
 * Measures the nesting before parsing, which could overflow the stack, and looks for escapes of U+0000 and of
 * surrogates, because only escapes can produce these.
 */
function scan(text: string): { isDeep: boolean; isOdd: boolean } {
  let depth = 0
  let inString = false
  let isOdd = false
  for (let i = 0; i < text.length; i++) {
    const c = text.charCodeAt(i)
    if (inString) {
      if (c === 92) isOdd = mayBeOdd(text, ++i) || isOdd
      else if (c === 34) inString = false
    } else if (c === 34) inString = true
    else if (c === 91 || c === 123) {
      if (++depth > MAX_DEPTH) return { isDeep: true, isOdd }
    } else if (c === 93 || c === 125) depth--
  }
  return { isDeep: false, isOdd }
}

/** `u0000`, or `ud8…` to `udf…`, which may be part of a valid pair. */
function mayBeOdd(text: string, at: number): boolean {
  if (text.charCodeAt(at) !== 117) return false
  const first = text.charCodeAt(at + 1)
  return first === 100 || first === 68 || (first === 48 && text.startsWith('0000', at + 1))
}

const hasNul = (text: string): boolean => text.includes('\0')
const isHalved = (text: string): boolean => !text.isWellFormed()

function some(value: unknown, is: (text: string) => boolean): boolean {
  if (typeof value === 'string') return is(value)
  if (typeof value !== 'object' || value === null) return false
  return Object.entries(value).some(([key, inner]) => is(key) || some(inner, is))
}
