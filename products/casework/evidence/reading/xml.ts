// Streams XML as events. Document types are refused, so there are no entities except the five predefined ones.
import { Parser } from 'htmlparser2'
import { Quarantine, Unreadable } from './failures.ts'
import { type Chunks, textOf } from './text.ts'

export interface Element {
  /** The namespace of its prefix; '' without one. */
  space: string
  name: string
  /** Without namespace prefixes. */
  attributes: Record<string, string>
  text: string
  /** Number of ancestors. */
  depth: number
}

interface Handlers {
  open?(element: Element): void
  /** The element's text does not include that of its children. */
  close?(element: Element): void
}

const DEEPEST = 200
const LONGEST_TEXT = 100_000

export async function readXml(chunks: Chunks, handlers: Handlers): Promise<void> {
  const stack: Element[] = []
  const spaces = new Map<string, string>()
  let isOpened = false
  const parser = new Parser(
    {
      onprocessinginstruction: (name) => {
        if (/^!doctype/i.test(name))
          throw new Quarantine('The file has a document type (DOCTYPE), which may define entities.')
      },
      // Attributes are matched with patterns, so their length must be limited.
      onattribute: (_, value) => {
        if (value.length > LONGEST_TEXT) throw new Quarantine(`An attribute is longer than ${LONGEST_TEXT} characters.`)
      },
      onopentag: (tag, attributes) => {
        if (stack.length >= DEEPEST) throw new Quarantine(`The elements are nested deeper than ${DEEPEST} levels.`)
        for (const [key, value] of Object.entries(attributes))
          if (key === 'xmlns' || key.startsWith('xmlns:')) spaces.set(key.slice(6), value)
        const element = elementOf(tag, attributes, spaces, stack.length)
        stack.push(element)
        isOpened = true
        handlers.open?.(element)
      },
      ontext: (text) => {
        const element = stack.at(-1)
        if (element && element.text.length < LONGEST_TEXT) element.text += text
      },
      onclosetag: () => {
        const element = stack.pop()
        if (element) handlers.close?.(element)
      },
    },
    { xmlMode: true, decodeEntities: true },
  )
  for await (const text of textOf(chunks)) parser.write(text)
  if (!isOpened) throw new Unreadable('The file contains no XML.')
  if (stack.length > 0) throw new Unreadable('The file ends too early: an element is not closed.')
  parser.end()
}

function elementOf(
  tag: string,
  attributes: Record<string, string>,
  spaces: ReadonlyMap<string, string>,
  depth: number,
): Element {
  const [prefix, name] = tag.includes(':')
    ? [tag.slice(0, tag.indexOf(':')), tag.slice(tag.indexOf(':') + 1)]
    : ['', tag]
  const plain = Object.entries(attributes).map(([key, value]) => [key.slice(key.indexOf(':') + 1), value])
  return { space: spaces.get(prefix) ?? '', name, attributes: Object.fromEntries(plain), text: '', depth }
}
