// Fills templates: `{{name}}` becomes the value, and there is no other logic. Pure.
import { ownValue } from '@veritrace/platform/names'
import type { Values } from './params.ts'

const PLACE = /\{\{\s*([a-z][a-z0-9_]*)\s*\}\}/g

/** How a value is escaped in files of a language. */
const WRITERS: Readonly<Record<string, (text: string) => string>> = {
  xml: (text) => text.replace(/[<>&"']/g, (character) => `&#${character.codePointAt(0)};`).replace(/\s*\n\s*/g, ' '),
  json: (text) => JSON.stringify(text).slice(1, -1),
  javascript: (text) => JSON.stringify(text).slice(1, -1).replaceAll("'", "\\'"),
  markdown: (text) => text,
}
/** In code, a value stays on one line, so that it cannot end a comment. */
const oneLine = (text: string): string => text.replace(/\s*[\r\n]+\s*/g, ' ')

/** `{{> name}}` on a separate line becomes generated lines, or nothing. */
const BLOCK = /^[ \t]*\{\{>\s*([a-z][a-z0-9_]*)\s*\}\}[ \t]*\n?/gm

export function render(
  text: string,
  values: Values,
  language: string,
  blocks: Readonly<Record<string, string>> = {},
): string {
  const write = ownValue(WRITERS, language) ?? oneLine
  const parts = text.split(BLOCK)
  return parts.map((part, at) => (at % 2 === 1 ? blockOf(blocks, part) : renderValues(part, values, write))).join('')
}

function blockOf(blocks: Readonly<Record<string, string>>, name: string): string {
  const block = ownValue(blocks, name) ?? ''
  return block === '' || block.endsWith('\n') ? block : `${block}\n`
}

function renderValues(text: string, values: Values, write: (text: string) => string): string {
  return text.replace(PLACE, (_place, name: string) => write(Object.hasOwn(values, name) ? String(values[name]) : ''))
}

const SEGMENT = /^(?!\.+$)[A-Za-z0-9_.#$-]{1,120}$/

/** Writes names in lower case, with `#` around namespaces. Undefined if the path would lead outside the scaffold. */
export function renderPath(path: string, values: Values): string | undefined {
  const filled = path.replace(PLACE, (_place, name: string) =>
    Object.hasOwn(values, name) ? String(values[name]).toLowerCase().replaceAll('/', '#') : '',
  )
  return filled.split('/').every((segment) => SEGMENT.test(segment)) ? filled : undefined
}

const TODO = /TODO:\s*(.+?)\s*$/

export const todosIn = (content: string): { line: number; text: string }[] =>
  content.split('\n').flatMap((row, at) => {
    const text = TODO.exec(row)?.[1]
    return text === undefined ? [] : [{ line: at + 1, text }]
  })
