// Yields the items of `{"statements": […]}` one by one, because the whole document would not fit into memory.
import { DocumentError } from './document-error.ts'
import { openDecoder } from './utf8.ts'

export interface Item {
  value: unknown
  line: number
}

const HEAD = /^\s*\{\s*"statements"\s*:\s*\[/
const TAIL = /^\s*\}\s*$/
/** Includes whitespace. */
const LONGEST_HEAD = 1_000
const LONGEST_ITEM = 1_048_576

type State = 'head' | 'first' | 'item' | 'comma' | 'tail'

export async function* jsonItems(pieces: AsyncIterable<Uint8Array>): AsyncGenerator<Item> {
  const decode = openDecoder()
  let text = ''
  let line = 1
  let state: State = 'head' as State

  const refuse = (message: string): never => {
    throw new DocumentError(line, message)
  }
  const drop = (length: number): void => {
    for (let at = text.indexOf('\n'); at >= 0 && at < length; at = text.indexOf('\n', at + 1)) line += 1
    text = text.slice(length)
  }

  function* items(): Generator<Item> {
    if (state === 'head') {
      const head = HEAD.exec(text)
      if (!head) return text.length > LONGEST_HEAD ? refuse(SHAPE) : undefined
      drop(head[0].length)
      state = 'first'
    }
    while (state !== 'tail') {
      drop(text.length - text.trimStart().length)
      if (text === '') return
      if (state === 'comma' || (state === 'first' && text[0] === ']')) {
        state = text[0] === ',' ? 'item' : 'tail'
        drop(1)
        continue
      }
      const end = endOfItem(text)
      if (end === undefined) return text.length > LONGEST_ITEM ? refuse('A statement is too long.') : undefined
      yield { value: parsed(text.slice(0, end), line), line }
      drop(end)
      state = 'comma'
    }
    if (text.length > LONGEST_HEAD) refuse(SHAPE)
  }

  for await (const bytes of pieces) {
    text += decode(bytes, line)
    yield* items()
  }
  text += decode(undefined, line)
  yield* items()
  if (state === 'head') refuse(SHAPE)
  if (state !== 'tail' || text.trim() === '') refuse('The document ends too early.')
  if (!TAIL.test(text)) refuse(SHAPE)
}
const SHAPE = 'The document must be {"statements": […]} and nothing else.'

/** One value per line; empty lines are skipped. */
export async function* jsonLines(pieces: AsyncIterable<Uint8Array>): AsyncGenerator<Item> {
  const decode = openDecoder()
  let line = 0
  let rest = ''
  function* whole(text: string): Generator<Item> {
    line += 1
    if (text.trim() !== '') yield { value: parsed(text, line), line }
  }
  for await (const bytes of pieces) {
    const lines = (rest + decode(bytes, line + 1)).split('\n')
    rest = lines.pop()!
    for (const text of lines) yield* whole(text)
    if (rest.length > LONGEST_ITEM) throw new DocumentError(line + 1, 'A statement is too long.')
  }
  yield* whole(rest + decode(undefined, line + 1))
}

/** Index after the first value, or undefined if the text does not have all of it yet. */
function endOfItem(text: string): number | undefined {
  let depth = 0
  let inString = false
  for (let i = 0; i < text.length; i++) {
    const c = text.charCodeAt(i)
    if (inString) {
      if (c === 92) i++
      else if (c === 34) inString = false
    } else if (c === 34) inString = true
    else if (c === 91 || c === 123) depth++
    else if (depth === 0 && (c === 44 || c === 93)) return i
    else if (c === 93 || c === 125) depth--
  }
  return undefined
}

function parsed(text: string, line: number): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    throw new DocumentError(line, `The text is not valid JSON: ${(error as Error).message}`.slice(0, 500))
  }
}
