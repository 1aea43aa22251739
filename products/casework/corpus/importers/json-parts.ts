// Parses the object in a JSON file one array element at a time, so the file is never in memory as a whole.
import { Unreadable } from './record.ts'

export type JsonPart =
  | { key: string; index: number; element: unknown }
  /** The array has ended; `length` is its number of elements. */
  | { key: string; length: number }
  | { key: string; value: unknown }

/** Larger than any record, small enough for memory. */
const MAX_VALUE = 4_000_000
const [QUOTE, BACKSLASH, COMMA, COLON] = [0x22, 0x5c, 0x2c, 0x3a]
const [OPEN_OBJECT, CLOSE_OBJECT, OPEN_ARRAY, CLOSE_ARRAY] = [0x7b, 0x7d, 0x5b, 0x5d]

export function* readJson(pieces: Iterable<string>): Generator<JsonPart> {
  const reader = openReader(pieces)
  if (!reader.take(OPEN_OBJECT)) throw new Unreadable('The file is not a JSON object.')
  for (let first = true; !reader.take(CLOSE_OBJECT); first = false) {
    if (!first) reader.expect(COMMA, ',')
    const key = String(reader.value())
    reader.expect(COLON, ':')
    if (reader.take(OPEN_ARRAY)) yield* readArray(reader, key)
    else yield { key, value: reader.value() }
  }
  if (reader.next() >= 0) throw new Unreadable('There is more text after the end of the JSON object.')
}

function* readArray(reader: Reader, key: string): Generator<JsonPart> {
  let index = 0
  for (; !reader.take(CLOSE_ARRAY); index++) {
    if (index > 0) reader.expect(COMMA, ',')
    yield { key, index, element: reader.value() }
  }
  yield { key, length: index }
}

interface Reader {
  /** The next character that is not whitespace; -1 at the end. */
  next(): number
  take(code: number): boolean
  expect(code: number, shown: string): void
  value(): unknown
}

function openReader(pieces: Iterable<string>): Reader {
  const rest = pieces[Symbol.iterator]()
  let text = ''
  let at = 0
  let before = 0
  /** Appends the next piece and drops the consumed text. */
  const more = (): boolean => {
    const { done, value } = rest.next()
    if (done) return false
    before += at
    text = text.slice(at) + value
    at = 0
    return true
  }
  const wrong = (what: string): never => {
    throw new Unreadable(`${what} at character ${before + at + 1}.`)
  }
  const cutOff = () => new Unreadable(`The file is cut off: it ends after ${before + text.length} characters.`)

  const next = (): number => {
    for (;;) {
      if (at >= text.length && !more()) return -1
      const code = text.charCodeAt(at)
      if (code > 0x20) return code
      if (at < text.length) at++
    }
  }
  const take = (code: number): boolean => {
    if (next() !== code) return false
    at++
    return true
  }
  return {
    next,
    take,
    expect(code, shown) {
      if (take(code)) return
      if (next() < 0) throw cutOff()
      wrong(`“${shown}” is missing`)
    },
    value() {
      if (next() < 0) throw cutOff()
      let length = valueLength(text, at)
      while (length < 0) {
        if (text.length - at > MAX_VALUE) wrong('A value is too long')
        if (!more()) throw cutOff()
        length = valueLength(text, at)
      }
      const value = parse(text.slice(at, at + length), () => wrong('The JSON is not valid'))
      at += length
      return value
    },
  }
}

function parse(text: string, wrong: () => never): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return wrong()
  }
}

/** Length of the JSON value at `start`; -1 if the text ends before the value does. */
function valueLength(text: string, start: number): number {
  let depth = 0
  for (let at = start; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code === QUOTE) {
      at = endOfString(text, at)
      if (at < 0) return -1
    } else if (code === OPEN_OBJECT || code === OPEN_ARRAY) depth++
    else if (code === CLOSE_OBJECT || code === CLOSE_ARRAY) depth--
    else if (depth > 0 || (code > 0x20 && code !== COMMA)) continue
    // A literal or number ends before the delimiter.
    if (depth < 0 || (depth === 0 && (code === COMMA || code <= 0x20))) return at - start
    if (depth === 0) return at + 1 - start
  }
  return -1
}

function endOfString(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code === BACKSLASH) at++
    else if (code === QUOTE) return at
  }
  return -1
}
