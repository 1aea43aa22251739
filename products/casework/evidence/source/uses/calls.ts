// Function modules, programs, transactions, transformations, BAdIs, authority objects, messages: what is called or used by
// a name that stands in the statement itself, in a literal or in a constant.
import type { Access } from '../../../estate/estate.ts'
import { isExpression, kindOf, literalOf, textOf, upperOf } from '../abaplint/nodes.ts'
import type { ExpressionNode, Node } from '../abaplint/parts.ts'
import { type At, givenName, note, noteDynamic, sourceOfGiven, variableAt, voidName, voteFor } from './at.ts'
import type { Form } from './found.ts'

const NAME = /^(?:\/\w+\/)?[\w$&%#~-]+$/

export function readFunction(at: At, node: ExpressionNode): void {
  const name = givenName(at, node)
  if (!name || !NAME.test(name)) noteDynamic(at)
  // Its module is named after the exit and the program that calls it.
  else if (/^CALL CUSTOMER/i.test(textOf(at.statement))) note(at, `CUSTOMER-FUNCTION ${name}`, 'exit', 'call', node)
  else note(at, name, 'function', 'call', node, isLiteral(node) ? {} : { from: 'constant' })
}

const isLiteral = (node: Node): boolean => literalOf(textOf(node)) !== undefined

/** A name in a literal, in a constant, or one that is known only at run time. */
function noteGiven(at: At, node: Node | undefined, form: Form, access: Access, isCounted = true): void {
  const name = givenName(at, node)
  if (node && name && NAME.test(name))
    note(at, name, form, access, node, isLiteral(node) ? {} : { from: sourceOfGiven(node) })
  else if (isCounted) noteDynamic(at)
}

const child = ({ statement }: At, kind: string): ExpressionNode | undefined =>
  statement.getChildren().find((one): one is ExpressionNode => isExpression(one) && kindOf(one) === kind)

export function readProgram(at: At): void {
  const named = child(at, 'IncludeName')
  if (named) note(at, textOf(named), 'program', at.kind === 'Include' ? 'use' : 'call', named)
  else if (at.kind === 'Submit') noteGiven(at, child(at, 'Dynamic'), 'program', 'call')
}

/** PERFORM x IN PROGRAM y, PERFORM x(y), PERFORM (x) IN PROGRAM (y). */
export function readPerform(at: At): void {
  const named = child(at, 'IncludeName')
  if (named && upperOf(named) !== 'IF') {
    note(at, textOf(named), 'program', 'call', named)
    return
  }
  const dynamic = at.statement.getChildren().filter((one) => isExpression(one) && kindOf(one) === 'Dynamic')
  if (/\bIN PROGRAM \(/i.test(textOf(at.statement))) noteGiven(at, dynamic.at(-1), 'program', 'call')
  else if (dynamic.length > 0) noteDynamic(at)
}

export function readTransaction(at: At): void {
  if (!/\bTRANSACTION\b/i.test(textOf(at.statement))) return
  noteGiven(at, at.statement.getChildren().find(isExpression), 'transaction', 'call')
}

export function readTransformation(at: At): void {
  const named = child(at, 'NamespaceSimpleName')
  if (named && upperOf(named) !== 'ID') note(at, textOf(named), 'transformation', 'call', named)
  else if (!named) noteGiven(at, child(at, 'Dynamic'), 'transformation', 'call')
}

export const readAuthority = (at: At): void =>
  noteGiven(at, at.statement.getChildren().find(isExpression), 'authorization', 'use', false)

/** The type of the variable says which. */
export function readBadi(at: At): void {
  const dynamic = child(at, 'Dynamic')
  if (dynamic) noteGiven(at, dynamic, 'badi', 'call')
  else readBadiOf(at, child(at, 'Target'))
}

function readBadiOf(at: At, target: ExpressionNode | undefined): void {
  const name = target && voidName(variableAt(at, textOf(target))?.getType())
  if (!target || !name) return
  voteFor(at, name, 'badi')
  note(at, name, 'badi', 'call', target, { from: 'variable' })
}

/** MESSAGE ID 'V1' …, also behind RAISE EXCEPTION; what stands in parentheses is a node of its own. */
export function readMessage(at: At): void {
  const name = literalOf(/\bMESSAGE ID ('[^']*'|`[^`]*`)/i.exec(textOf(at.statement))?.[1])
  if (name && NAME.test(name)) note(at, name, 'messages', 'use', at.statement)
}

export function readMessageId(at: At): void {
  const name = /\bMESSAGE-ID ((?:\/\w+\/)?[\w-]+)/i.exec(textOf(at.statement))?.[1]
  if (name) note(at, name, 'messages', 'use', at.statement)
}

export function readTypePool(at: At): void {
  const name = /^TYPE-POOLS? (\w+)/i.exec(textOf(at.statement))?.[1]?.toUpperCase()
  if (!name || at.kind !== 'TypePools') return
  at.found.groups.add(name)
  if (name !== 'ABAP') note(at, name, 'group', 'type', at.statement)
}

const ENTITY = /\b(?:ENTITIES OF|ENTITY|ENTITIES) (?:IN LOCAL MODE )?((?:\/\w+\/)?\w+)/i
/** The object of READ ENTITIES OF is the root; an ENTITY after it is an alias. */
export function readEntities(at: At): void {
  const text = textOf(at.statement)
  const name = /\bENTITIES OF ((?:\/\w+\/)?\w+)/i.exec(text)?.[1] ?? ENTITY.exec(text)?.[1]
  if (name) note(at, name, 'behavior', at.kind === 'ReadEntities' ? 'read' : 'write', at.statement)
}

/** CREATE OBJECT x TYPE (name), CREATE DATA x TYPE (name), CALL METHOD (class)=>(method), lo->(method). */
export function readMaking(at: At): void {
  const text = textOf(at.statement)
  const given = /\b(?:TYPE|TABLE OF|LINE OF|LIKE) \(\s*('[^']*'|`[^`]*`|[\w=>~-]+)\s*\)/i.exec(text)?.[1]
  if (given === undefined) return
  const name = literalOf(given) ?? givenOf(at, given)
  if (!name || !NAME.test(name.split('-')[0]!)) noteDynamic(at)
  else
    note(
      at,
      name.split('-')[0]!,
      at.kind === 'CreateObject' ? 'class' : 'type',
      at.kind === 'CreateObject' ? 'call' : 'type',
      at.statement,
      { from: literalOf(given) === undefined ? 'constant' : 'literal' },
    )
}

const givenOf = (at: At, text: string): string | undefined => {
  const node = at.statement
    .getChildren()
    .flatMap((one) => (isExpression(one) ? [one, ...one.getChildren()] : []))
    .find((one) => textOf(one).replace(/[()\s]/g, '') === text)
  return givenName(at, node)
}

export function readDynamicMethod(at: At): void {
  const text = textOf(at.statement)
  const given = /(?:^CALL METHOD |[\s=]|^)\(\s*('[^']*'|`[^`]*`|[\w-]+)\s*\)\s*=>/i.exec(text)?.[1]
  if (given !== undefined) {
    const name = literalOf(given)
    if (name && NAME.test(name)) {
      note(at, name, 'class', 'call', at.statement, { from: 'literal' })
      return
    }
    noteDynamic(at)
  } else if (/[-=]>\(\s*[\w<]/.test(text)) noteDynamic(at)
}

/** ASSIGN ('(SAPMV45A)XVBAK[]') TO <x>: into the memory of another program. */
export function readAssign(at: At): void {
  const name = /[(\s]['`]\(((?:\/\w+\/)?\w+)\)/.exec(textOf(at.statement))?.[1]
  if (name) note(at, name, 'program', 'use', at.statement, { from: 'literal' })
}
