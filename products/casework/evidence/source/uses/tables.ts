// Tables and views that SQL reads and writes, including dynamic ones whose name is in a literal.
import type { Access } from '../../../estate/estate.ts'
import { isExpression, kindOf, textOf, upperOf } from '../abaplint/nodes.ts'
import { type ExpressionNode, type Node, TokenNode } from '../abaplint/parts.ts'
import {
  type At,
  isLocal,
  isStructure,
  isWorkArea,
  note,
  noteDynamic,
  staticName,
  staticNameSource,
  variableAt,
  voteFor,
} from './at.ts'
import type { NameSource } from './found.ts'

const WRITES = /^(?:Insert|Update|Modify|Delete)Database$/
const NAME = /^\*?(?:\/\w+\/)?[\w$]+$/

export function readTable(at: At, node: ExpressionNode, parent: Node): void {
  const access = WRITES.test(at.kind) && parent === at.statement ? 'write' : 'read'
  const first = node.getFirstChild()
  if (first && kindOf(first) === 'Dynamic') {
    const given = staticName(at, node)
    if (given && NAME.test(given)) noteTable(at, given, access, node, staticNameSource(node))
    // `('VBAK AS a INNER JOIN vbap …')` is a whole clause.
    else if (given) readClause(at, given, node)
    else noteDynamic(at)
    return
  }
  const name = upperOf(node).replace(/^\*/, '').split('\\')[0]!
  if (access === 'write' && at.kind !== 'UpdateDatabase' && isInternal(at, node, name)) return
  noteTable(at, name, access, node)
}

/** INSERT, MODIFY and DELETE x FROM wa may mean an internal table. */
function isInternal(at: At, node: Node, name: string): boolean {
  const variable = variableAt(at, name)
  return isLocal(at, node, variable && !isStructure(variable) && !isWorkArea(at, name))
}

function noteTable(at: Pick<At, 'found' | 'file'>, name: string, access: Access, node: Node, from?: NameSource): void {
  const bare = name.toUpperCase().replace(/^\*/, '')
  voteFor(at, bare, 'rows')
  note(at, bare, 'rows', access, node, from ? { from } : {})
}

function readClause(at: At, clause: string, node: Node): void {
  for (const [, name] of ` ${clause}`.matchAll(/(?:^\s*|\bJOIN\s+)((?:\/\w+\/)?\w+)(?=\s|$)/gi))
    noteTable(at, name!, 'read', node, staticNameSource(node))
}

/** DELETE vbak FROM wa, DELETE vbak, MODIFY vbak: the grammar does not show whether the table is internal. */
const EITHER = /^(?:DELETE|MODIFY) ((?:\/\w+\/)?\w+)( FROM (?!TABLE\b|\d)\S.*?)? ?\.?$/i
const WORDS = /^(?:TABLE|SCREEN|ADJACENT|LINE|CURRENT)$/

export function readAmbiguousWrite(at: At): void {
  const text = textOf(at.statement).replace(/\s+/g, ' ')
  const dynamic = at.statement.getChildren().find((child) => isExpression(child) && kindOf(child) === 'Dynamic')
  if (dynamic) {
    const given = staticName(at, dynamic)
    if (given && NAME.test(given)) noteTable(at, given, 'write', dynamic, staticNameSource(dynamic))
    else noteDynamic(at)
    return
  }
  const name = EITHER.exec(text)?.[1]?.toUpperCase()
  if (!name || WORDS.test(name) || /\b(?:INDEX|TRANSPORTING|WHERE|USING KEY)\b/i.test(text)) return
  const target = at.statement.getChildren()[1] ?? at.statement
  const variable = variableAt(at, name)
  if (!variable || isWorkArea(at, name)) noteTable(at, name, 'write', target)
  else isLocal(at, target, variable)
}

/** EXPORT … TO DATABASE indx(xx), IMPORT … FROM DATABASE, DELETE FROM DATABASE. */
export function readCluster(at: At): void {
  const name = /\b(?:TO|FROM) DATABASE ((?:\/\w+\/)?\w+)/i.exec(textOf(at.statement))?.[1]
  if (name) noteTable(at, name, at.kind === 'Import' ? 'read' : 'write', at.statement)
}

/** Tables after FROM and JOIN in a SELECT that is too large to parse. */
export function readUnparsed(at: Pick<At, 'found' | 'file' | 'statement'>): void {
  const tokens = at.statement.getTokens()
  if (!/^(?:SELECT|WITH)$/.test(tokens[0]?.getUpperStr() ?? '')) return
  for (const [place, token] of tokens.entries()) {
    const next = tokens[place + 1]
    if (next && /^(?:FROM|JOIN)$/.test(token.getUpperStr()) && NAME.test(next.getStr()))
      noteTable(at, next.getStr(), 'read', new TokenNode(next), 'unparsed')
  }
}

/** AMDP: USING vbak zcl_x=>method. */
export function readUsing(at: At): void {
  const text = textOf(at.statement)
  const names = /\bBY DATABASE\b/i.test(text) ? /\bUSING (.+?)\s?\.?$/is.exec(text)?.[1] : undefined
  for (const word of names?.split(/\s+/) ?? []) {
    const [name, method] = word.split('=>')
    if (!NAME.test(name!)) continue
    if (method) note(at, name!, 'class', 'call', at.statement)
    else noteTable(at, name!, 'read', at.statement)
  }
}

export function readWorkArea(at: At): void {
  const node = at.statement.getChildren()[1]
  const name = node ? upperOf(node).replace(/^\*/, '') : ''
  if (!node || !NAME.test(name)) return
  at.found.workAreas.add(`${at.file} ${name}`)
  at.found.workAreas.add(`${at.main} ${name}`)
  voteFor(at, name, 'structure')
  note(at, name, 'structure', 'type', node)
}

/** INFOTYPES 0002 declares a table with rows of type P0002. From 9000 on, infotypes are custom. */
export function readInfotypes(at: At): void {
  for (const [, number] of textOf(at.statement).matchAll(/\b([0-8]\d{3})\b/g)) {
    voteFor(at, `P${number}`, 'structure')
    note(at, `P${number}`, 'structure', 'type', at.statement)
  }
}
