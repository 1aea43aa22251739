// Reads a JSON body strictly: valid UTF-8, no NUL, no prototype tricks, nested no deeper than 64.
import { fail } from '../errors.ts'

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
