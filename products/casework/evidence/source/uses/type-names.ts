// Type names: TYPE x, LIKE x, TABLE OF x, REF TO x, NEW x( ), INCLUDE STRUCTURE x, and types of parameters.
import { after, before, kindOf, textOf, upperOf } from '../abaplint/nodes.ts'
import type { ExpressionNode, Node } from '../abaplint/parts.ts'
import {
  type At,
  classAt,
  declaredBefore,
  hasUnknownParent,
  isBuiltIn,
  isInClass,
  isLocal,
  isWorkArea,
  note,
  variableAt,
  voteFor,
} from './at.ts'
import type { Vote } from './found.ts'
import { bodyAfter } from './value-body.ts'

type How =
  | 'type'
  | 'like'
  | 'reference'
  | 'new'
  | 'include'
  | 'line_of'
  | 'range'
  | 'parameter'
  | 'table_of'
  | 'derived'

export function readTypeName(at: At, node: ExpressionNode, parent: Node, above: Node | undefined): void {
  const left = before(at.statement, node)
  // FOR READ alias, FOR ACTION alias~name: the alias of an entity in a behavior definition.
  if (at.kind === 'MethodDef' && /\bFOR (?:\w+ )?$/.test(left)) {
    if (ENTITY.test(upperOf(node))) note(at, upperOf(node), 'entity', 'use', node)
    return
  }
  const whole = kindOf(parent) === 'TypeNameOrInfer' ? (above ?? parent) : parent
  readName(at, node, howOf(at, left, upperOf(whole)))
}

/** Naming convention of the virtual data model. Aliases rarely follow it. */
const ENTITY = /^[ICPARE]_[A-Z]\w{3,}$/

function howOf({ kind }: At, left: string, whole: string): How {
  if (kind === 'IncludeType') return 'include'
  if (/\b(?:NEW|CAST) $/.test(left)) return 'new'
  if (/^TYPE (?:TABLE|STRUCTURE|RESPONSE|REQUEST) FOR /.test(whole)) return 'derived'
  if (/\bREF TO $/.test(left)) return 'reference'
  if (/^LIKE\b/.test(whole) || /\bLIKE $/.test(left)) return 'like'
  if (/\bLINE OF $/.test(left)) return 'line_of'
  if (/\bRANGE OF $/.test(left)) return 'range'
  if (kind === 'Parameter') return 'parameter'
  return /\bTABLE OF $/.test(left) || /\bOCCURS\b/.test(whole) ? 'table_of' : 'type'
}

/** LIKE with a chain of fields, or FORM … STRUCTURE. */
export const readLike = (at: At, node: ExpressionNode): void => readName(at, node, 'like')

const PARTS = /^((?:\/\w+\/)?[^-=~\\>()/]+)(=>|->|-|~|\\)?/

function readName(at: At, node: ExpressionNode, how: How): void {
  const whole = upperOf(node).replaceAll(' ', '').replace(/^!/, '')
  const [, name, mark] = PARTS.exec(whole) ?? []
  // x[] is the body of an internal table.
  if (!name || whole.startsWith('<') || whole.includes('[')) return
  if (mark === '~' && at.kind === 'MethodDef') return
  if (mark === '=>' || mark === '~' || mark === '->') {
    if (mark === '->' || isLocal(at, node, classAt(at, name) ?? variableAt(at, name))) return
    note(at, name, 'class', 'type', node)
    return
  }
  if (how === 'like') likeName(at, node, name, mark)
  else typeName(at, node, how, { whole, name, mark })
}

function likeName(at: At, node: ExpressionNode, name: string, mark: string | undefined): void {
  const known = declaredBefore(at, (scope) => scope.findVariable(name)) ?? at.scope.findExtraLikeType(name)
  if (isBuiltIn(known)) return
  if (known && isWorkArea(at, name)) {
    note(at, name, 'structure', 'type', node)
    return
  }
  if (isLocal(at, node, known) || SYSTEM.has(name) || isInClass(at)) return
  // Without a component, LIKE LINE OF x does not show whether x is a row or a table.
  if (mark === '-') voteFor(at, name, 'structure')
  else if (!/\bLINE OF $/.test(before(at.statement, node))) voteFor(at, name, 'like')
  note(at, name, 'structure', 'type', node, { ...inherited(at), ...(mark === undefined && { isLike: true }) })
}

/** Names that are never in the dictionary. */
const SYSTEM = new Set('OBJECT DATA ANY # TABLE CURSOR SY SYST ME SCREEN'.split(' '))
const GROUP = /^([A-Z]\w{1,4})_/
/** A part of the language, although its types look like those of a type group. */
const LANGUAGE = 'ABAP'
const inherited = (at: At) => (hasUnknownParent(at) ? { mayBeInherited: true } : {})

function typeName(
  at: At,
  node: ExpressionNode,
  how: How,
  { whole, name, mark }: { whole: string; name: string; mark: string | undefined },
): void {
  if (how === 'reference' && isLocal(at, node, classAt(at, name))) return
  const known = at.scope.findType(whole) ?? declaredBefore(at, (scope) => scope.findType(name))
  if (isBuiltIn(known) || at.dictionary.lookupBuiltinType(name) || SYSTEM.has(name)) return
  if (isLocal(at, node, known ?? (how === 'new' ? classAt(at, name) : undefined))) return
  if (at.isOwn(name)) {
    note(at, name, 'type', how === 'new' ? 'call' : 'type', node)
    return
  }
  const group = GROUP.exec(name)?.[1]
  if (group === LANGUAGE) return
  if (group && at.found.groups.has(group)) {
    note(at, group, 'group', 'type', node)
    return
  }
  if (mark === '\\' || how === 'derived') {
    note(at, name, 'entity', 'type', node)
    return
  }
  voteForType(at, node, how, name, mark)
  const isStructure = mark === '-' || how === 'include'
  const form = isStructure ? 'structure' : how === 'reference' || how === 'new' ? 'reference' : 'type'
  const access =
    how === 'new' && / \($|^\($/.test(` ${after(at.statement, node).slice(0, 1)}`) && isInstantiated(at, node)
      ? 'call'
      : 'type'
  note(at, name, form, access, node, inherited(at))
}

/** NEW creates an object, CAST does not. */
const isInstantiated = ({ statement }: At, node: Node): boolean => /\bNEW $/.test(before(statement, node))

function voteForType(at: At, node: Node, how: How, name: string, mark: string | undefined): void {
  if (mark === '-' || how === 'include') voteFor(at, name, 'structure')
  else if (how === 'line_of') voteFor(at, name, 'table_type')
  else if (how === 'range' || how === 'parameter') voteFor(at, name, 'element')
  else if (how === 'table_of') voteFor(at, name, 'row')
  else if (how === 'type') {
    voteFor(at, name, 'plain')
    const next = after(at.statement, node)
    if (ELEMENTARY.test(next)) voteFor(at, name, 'element')
    if (/\bVALUE $/.test(before(at.statement, node))) voteForValue(at, name, node)
  }
  if (mark === '-' || (how !== 'type' && how !== 'reference')) return
  const variable = /([^\s(!]+) (?:\) )?TYPE (?:REF TO )?$/.exec(before(at.statement, node))?.[1]
  if (!variable) return
  at.found.direct.add(`${at.file} ${variable} ${name}`)
  at.found.directNames.add(variable)
  const [called] = how === 'type' ? (Object.entries(CALLED).find(([, prefix]) => prefix.test(variable)) ?? []) : []
  if (called) voteFor(at, name, called as Vote)
}

/** Only unambiguous prefixes. For example, IS_EMPTY is a flag. */
const CALLED: Readonly<Partial<Record<Vote, RegExp>>> = {
  called_structure: /^[LGMECRPW]S_/,
  called_table: /^[LGMIECRP]T_/,
  called_element: /^(?:[LGMIECRP][VF]|[LGMIECRP]D|[IECR]P|IS|P|[LGMIECRP]C|C)_/,
}

/** VALUE x( a = 1 ) has components. VALUE x( ( … ) ), VALUE x( a = 1 ( … ) ) and VALUE x( FOR … ) have rows. */
function voteForValue(at: At, name: string, node: Node): void {
  const body = bodyAfter(at.statement, node)
  if (body.hasRows) voteFor(at, name, 'table_type')
  else if (body.hasComponents) voteFor(at, name, 'structure')
}

const ELEMENTARY = /^(?:LENGTH \d+ )?(?:VALUE|DEFAULT) (?:['`|\d-]|ABAP_)/

/** SELECT-OPTIONS s FOR vbak-vbeln, RANGES r FOR likp-vbeln. The first part may be a work area. */
export function readFor(at: At, node: ExpressionNode): void {
  const name = textOf(node).toUpperCase().split('-')[0]!
  const known = variableAt(at, name)
  if (isBuiltIn(known) || SYSTEM.has(name) || name.startsWith('<')) return
  if (known && !isWorkArea(at, name)) {
    isLocal(at, node, known)
    return
  }
  if (!known && isInClass(at)) return
  voteFor(at, name, 'structure')
  note(at, name, 'structure', 'type', node)
}
