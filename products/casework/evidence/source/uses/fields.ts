// Votes for types that were not uploaded, by how their variables are used: with `x-field` the type is a structure, with LOOP AT
// x a table, with x->method( ) a class.
import { after, before, isExpression, kindOf, textOf, upperOf } from '../abaplint/nodes.ts'
import { BasicTypes, type ExpressionNode, type Node } from '../abaplint/parts.ts'
import { type At, note, variableAt, voidName, voteFor } from './at.ts'

export function readField(at: At, node: ExpressionNode, parent: Node): void {
  const [first, second] = node.getChildren()
  if (!first) return
  const name = upperOf(first).replace(/^!/, '')
  const mark = second ? second.getFirstToken().getStr() : ''
  // The lookup of a name in all open scopes is the most expensive step here, so other names are skipped.
  if (mark !== '-' && !at.found.directNames.has(name)) return
  const variable = variableAt(at, name)
  const type = variable?.getType()
  if (!variable || !type) return
  if (type instanceof BasicTypes.TableType && type.isWithHeader()) {
    const row = voidName(type.getRowType())
    if (row && mark === '-') voteFor(at, row, 'structure')
    return
  }
  const voided = voidName(type)
  // LIKE LINE OF, LOOP INTO and components of an unknown type inherit its name. Only a declaration TYPE x counts.
  if (!voided || !/^[\w/]+$/.test(voided)) return
  if (!at.found.direct.has(`${variable.getFilename()} ${variable.getName().toUpperCase()} ${voided}`)) return
  if (mark === '->') {
    // x->field and x->* may also refer to data.
    if (!isCall(node)) return
    voteFor(at, voided, 'reference')
    note(at, voided, 'reference', 'call', first, { from: 'variable' })
  } else if (isTable(at, node, parent, name, mark)) voteFor(at, voided, 'table_type')
  else if (mark === '-') voteFor(at, voided, 'structure')
  else if (mark === '+' || isElementary(at, node, parent)) voteFor(at, voided, 'element')
}

const isCall = (node: ExpressionNode): boolean =>
  node.getChildren().some((child) => isExpression(child) && /^Method(?:Call|Name)$/.test(kindOf(child)))

const OPERANDS: Readonly<Record<string, RegExp>> = {
  Loop: /LOOP AT $/,
  Append: /\bTO $/,
  ReadTable: /READ TABLE $/,
  InsertInternal: /INTO TABLE $/,
  ModifyInternal: /MODIFY (?:TABLE )?$/,
  DeleteInternal: /DELETE (?:TABLE |ADJACENT DUPLICATES FROM )?$/,
  Sort: /SORT $/,
  Collect: /INTO $/,
}

function isTable(at: At, node: ExpressionNode, parent: Node, name: string, mark: string): boolean {
  // lt-field in WHERE is a column of the internal table.
  const bare = name.replace(/[<>]/g, '.')
  if (mark === '-') return new RegExp(`\\bFOR ALL ENTRIES IN @?${bare}(?:\\s|\\[)`).test(`${upperOf(at.statement)} `)
  const second = node.getChildren()[1]
  if (mark === '[' || (second && /^Table(?:Expression|Body)$/.test(kindOf(second)))) return true
  const operand = OPERANDS[at.kind]
  return Boolean(operand && kindOf(parent) !== 'ParameterS' && operand.test(before(at.statement, node)))
}

/** True for a variable that is compared with a literal, set from a literal, or used in a template. */
function isElementary(at: At, node: ExpressionNode, parent: Node): boolean {
  if (node.getChildren().length !== 1) return false
  if (kindOf(parent) === 'StringTemplateSource') return true
  if (at.kind === 'Move') {
    if (parent !== at.statement) return false
    const source = at.statement.getChildren().at(-2)
    return source !== undefined && /^(?:['`|]|\d)/.test(textOf(source))
  }
  return at.kind !== 'CallFunction' && /^(?:=|<>|EQ|NE) (?:['`]|\d)/.test(after(at.statement, node))
}
