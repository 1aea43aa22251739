// Reads a JSON body strictly: valid UTF-8, no NUL, no prototype tricks, nested no deeper than 64.
import { fail, isAppError } from '../errors.ts'

const utf8 = new TextDecoder('utf-8', { fatal: true })
const MAX_DEPTH = 64

export function parseJsonBody(bytes: Buffer): unknown {
  if (bytes.length === 0) return undefined
  const text = decode(bytes)
  if (tooDeep(text)) fail('malformed_json', `The body is nested deeper than ${MAX_DEPTH} levels.`)
  if (text.includes('"__proto__"')) fail('malformed_json', 'The body has a field “__proto__”.')
  const value = parse(text)
  if (text.includes('\\u0000') && holdsNul(value)) fail('malformed_json', 'The body holds the character U+0000.')
  return value
}

/** One value a line; empty lines count and hold nothing. A line that is none is named by its number, from 1. */
export function parseJsonLines(bytes: Buffer): unknown[] {
  const values: unknown[] = []
  let line = 1
  for (let start = 0; start < bytes.length; line++) {
    const end = bytes.indexOf(LINE_END, start)
    const text = bytes.subarray(start, end < 0 ? bytes.length : end)
    start = end < 0 ? bytes.length : end + 1
    if (text.every(isSpace)) continue
    try {
      values.push(parseJsonBody(text))
    } catch (error) {
      if (isAppError(error)) fail(error.code, `Line ${line}: ${error.message}`, { line })
      throw error
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

/** Looks at brackets only, so that parsing never meets a depth it cannot return from. */
function tooDeep(text: string): boolean {
  let depth = 0
  let inString = false
  for (let i = 0; i < text.length; i++) {
    const c = text.charCodeAt(i)
    if (inString) {
      if (c === 92) i++
      else if (c === 34) inString = false
    } else if (c === 34) inString = true
    else if (c === 91 || c === 123) {
      if (++depth > MAX_DEPTH) return true
    } else if (c === 93 || c === 125) depth--
  }
  return false
}

function holdsNul(value: unknown): boolean {
  if (typeof value === 'string') return value.includes('\0')
  if (typeof value !== 'object' || value === null) return false
  return Object.entries(value).some(([key, inner]) => key.includes('\0') || holdsNul(inner))
}
