// References of CDS sources: views, behaviour definitions and access controls name what they stand on in few forms.
import type { Access } from '../../estate/estate.ts'
import { addReference, type Extraction } from './extraction.ts'
import { classOrInterface, sourceOfRows } from './names.ts'

const NAME = '((?:/\\w+/)?[A-Za-z_]\\w*)'
const FORMS: readonly { pattern: RegExp; access: Access; type?: string }[] = [
  { pattern: new RegExp(`\\b(?:from|join)\\s+${NAME}`, 'gi'), access: 'read' },
  { pattern: new RegExp(`\\bas\\s+projection\\s+on\\s+${NAME}`, 'gi'), access: 'read' },
  {
    pattern: new RegExp(
      `\\bassociation\\s*(?:\\[[^\\]]*\\]\\s*)?(?:of\\s+(?:one|many)\\s+to\\s+(?:one|many)\\s+|to\\s+(?:parent\\s+)?(?:one\\s+|many\\s+)?)${NAME}`,
      'gi',
    ),
    access: 'read',
  },
  {
    pattern: new RegExp(
      `\\bcomposition\\s*(?:\\[[^\\]]*\\]\\s*)?of\\s+(?:exact\\s+)?(?:one\\s+|many\\s+)?(?:to\\s+)?${NAME}`,
      'gi',
    ),
    access: 'read',
    type: 'CDS_STOB',
  },
  {
    pattern: new RegExp(`\\bextend\\s+(?:custom\\s+)?(?:view|entity|view\\s+entity)\\s+${NAME}`, 'gi'),
    access: 'inherit',
  },
  { pattern: new RegExp(`\\bexpose\\s+${NAME}`, 'gi'), access: 'read', type: 'CDS_STOB' },
  {
    pattern: new RegExp(`\\bannotate\\s+(?:view|entity)\\s+${NAME}`, 'gi'),
    access: 'use',
    type: 'CDS_STOB',
  },
  { pattern: new RegExp(`\\bgrant\\s+select\\s+on\\s+${NAME}`, 'gi'), access: 'read' },
  { pattern: new RegExp(`\\bdefine\\s+behavior\\s+for\\s+${NAME}`, 'gi'), access: 'use' },
  { pattern: new RegExp(`\\bextend\\s+behavior\\s+for\\s+${NAME}`, 'gi'), access: 'inherit', type: 'BDEF' },
  { pattern: new RegExp(`\\b(?:persistent|draft)\\s+table\\s+${NAME}`, 'gi'), access: 'write', type: 'TABL' },
  {
    pattern: new RegExp(`\\b(?:implementation\\s+in\\s+class|implemented\\s+by\\s+method)\\s+${NAME}`, 'gi'),
    access: 'call',
    type: 'CLAS',
  },
]
const DEFINES = new RegExp(
  `\\bdefine\\s+(?:root\\s+)?(?:abstract\\s+|custom\\s+|transient\\s+)?(?:view\\s+entity|view|entity|table\\s+function|table\\s+entity|structure|table|hierarchy)\\s+${NAME}`,
  'gi',
)
const SQL_VIEW = /sqlViewName\s*:\s*'([^']{1,30})'/i

export interface CdsNames {
  /** Entities that the source defines. */
  entities: string[]
  sqlView?: string
}

export function readCds(found: Extraction, text: string): CdsNames {
  const code = withoutComments(text)
  const rows = text.split(/\r?\n/)
  const starts = lineStarts(code)
  const entities = [...code.matchAll(DEFINES)].map(([, name]) => name!.toUpperCase())
  for (const { pattern, access, type } of FORMS)
    for (const match of code.matchAll(pattern)) {
      const name = match[1]!.toUpperCase()
      if (entities.includes(name) || KEYWORDS.has(name)) continue
      const offset = match.index + match[0].lastIndexOf(match[1]!)
      const line = lineAt(starts, offset)
      const token = { text: match[1]!, upper: name, line, column: offset - starts[line - 1]! + 1 }
      const named = type === 'CLAS' ? classOrInterface(name) : type ? { type, name } : sourceOfRows(name)
      addReference(found, rows, named, access, token)
    }
  const sqlView = SQL_VIEW.exec(code)?.[1]?.toUpperCase()
  return { entities, ...(sqlView && { sqlView }) }
}

const KEYWORDS = new Set(['SELECT', 'PARENT', 'ONE', 'MANY', 'EXACT', 'TO', 'OF'])

/** Blanks in their place, so that lines and columns stay. */
const withoutComments = (text: string): string =>
  text.replace(/\/\*[\s\S]*?\*\/|\/\/[^\n]*|--[^\n]*/g, (comment) => comment.replace(/[^\n]/g, ' '))

function lineStarts(text: string): number[] {
  const starts = [0]
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) starts.push(at + 1)
  return starts
}

function lineAt(starts: readonly number[], offset: number): number {
  let low = 0
  let high = starts.length
  while (low < high) {
    const middle = (low + high) >> 1
    if (starts[middle]! <= offset) low = middle + 1
    else high = middle
  }
  return low
}
