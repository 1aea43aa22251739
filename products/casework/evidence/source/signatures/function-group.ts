// Parameters of the function modules in a group, from its XML; without XML, from the comment that the ABAP editor writes into
// the source.
import type { FunctionSignature, Parameter } from '../../../signatures/signature.ts'
import { blocksOf, partsFrom, valueIn } from './xml-text.ts'

/** Real interfaces are much shorter. */
const MOST_PARAMETERS = 1_000

const PARTS = { importing: 'RSIMP', exporting: 'RSEXP', changing: 'RSCHA', tables: 'RSTBL' } as const

export function functionsInXml(xml: string): FunctionSignature[] {
  return partsFrom(xml, 'FUNCNAME').flatMap((part) => {
    const name = valueIn(part, 'FUNCNAME')?.trim().toUpperCase()
    return name ? [functionIn(name, part)] : []
  })
}

function functionIn(name: string, part: string): FunctionSignature {
  const parameters = Object.entries(PARTS).flatMap(([direction, tag]) =>
    [...blocksOf(part, tag)].flatMap((block) => parameterIn(block, direction as keyof typeof PARTS) ?? []),
  )
  const exceptions = [...blocksOf(part, 'RSEXC')].flatMap((block) => valueIn(block, 'EXCEPTION')?.trim() ?? [])
  return {
    kind: 'FUNC',
    name,
    parameters: parameters.slice(0, MOST_PARAMETERS),
    exceptions: exceptions.map((one) => one.toUpperCase()),
    ...(valueIn(part, 'EXCEPTION_CLASSES') === 'X' && { class_based: true }),
  }
}

function parameterIn(block: string, direction: keyof typeof PARTS): Parameter | undefined {
  const name = valueIn(block, 'PARAMETER')?.trim().toUpperCase()
  if (!name) return undefined
  const standard = valueIn(block, 'DEFAULT')?.trim()
  return {
    name,
    direction,
    ...typingIn(block),
    ...((valueIn(block, 'OPTIONAL') === 'X' || standard !== undefined) && { optional: true }),
    ...(standard !== undefined && { default: standard }),
    ...(direction !== 'tables' && valueIn(block, 'REFERENCE') !== 'X' && { by_value: true }),
  }
}

function typingIn(block: string): Pick<Parameter, 'typing' | 'type'> {
  const clean = (tag: string) => valueIn(block, tag)?.trim().toUpperCase() || undefined
  const [type, like, structure] = [clean('TYP'), clean('DBFIELD'), clean('DBSTRUCT')]
  if (type) return { typing: valueIn(block, 'CLASS') === 'X' ? 'ref' : 'type', type }
  if (structure) return { typing: 'structure', type: structure }
  return like ? { typing: 'like', type: like } : {}
}

const SECTION = /^\*"\s{1,4}(IMPORTING|EXPORTING|CHANGING|TABLES|EXCEPTIONS|RAISING)\s*$/i
const NAMED = /^\*"\s+(?:(VALUE|REFERENCE)\(\s*([^\s)]+)\s*\)|([^\s"*-][^\s]*))\s*(.*)$/i

/** Reads `FUNCTION z_x.` and the block of comments below it. */
export function functionsInSource(source: string): FunctionSignature[] {
  const found: FunctionSignature[] = []
  let current: FunctionSignature | undefined
  let section = ''
  for (const line of source.split(/\r?\n/)) {
    const opened = /^\s*FUNCTION\s+'?([\w/]+)'?\s*\.?\s*$/i.exec(line)?.[1]
    if (opened) {
      current = { kind: 'FUNC', name: opened.toUpperCase(), parameters: [], exceptions: [] }
      section = ''
    } else if (current && line.startsWith('*"')) {
      // Without the comment, the parameters are unknown.
      if (/Local Interface|Lokale Schnittstelle/i.test(line)) found.push(current)
      else if (SECTION.test(line)) section = SECTION.exec(line)![1]!.toLowerCase()
      else if (section) readLine(current, section, line)
    } else if (current && line.trim() !== '' && !line.startsWith('*')) current = undefined
  }
  return found
}

function readLine(current: FunctionSignature, section: string, line: string): void {
  const [, passed, inside, bare, rest = ''] = NAMED.exec(line) ?? []
  const name = (inside ?? bare)?.toUpperCase()
  if (!name) return
  if (section === 'exceptions' || section === 'raising') {
    current.exceptions.push(name)
    if (section === 'raising') current.class_based = true
    return
  }
  const [, word, ref, type] = /\b(TYPE|LIKE|STRUCTURE)\s+(REF TO\s+)?([^\s]+)/i.exec(rest) ?? []
  const [, standard] = /\bDEFAULT\s+('(?:[^']|'')*'|[^\s]+)/i.exec(rest) ?? []
  const typing = ref ? 'ref' : (word?.toLowerCase() as Parameter['typing'])
  const parameter: Parameter = {
    name,
    direction: section as Parameter['direction'],
    ...(typing && type && { typing, type: type.toUpperCase() }),
    ...((/\bOPTIONAL\b/i.test(rest) || standard !== undefined) && { optional: true }),
    ...(standard !== undefined && { default: standard }),
    ...(passed?.toUpperCase() === 'VALUE' && { by_value: true }),
  }
  if (current.parameters.length < MOST_PARAMETERS) current.parameters.push(parameter)
}
