// Uses of function modules, programs, transactions, transformations, BAdIs, authorization objects and messages by a name in
// the statement, in a literal or in a constant.
import type { Access } from '../../../estate/estate.ts'
import { isExpression, kindOf, literalOf, textOf, upperOf } from '../abaplint/nodes.ts'
import type { ExpressionNode, Node } from '../abaplint/parts.ts'
import { type At, note, noteDynamic, staticName, staticNameSource, variableAt, voidName, voteFor } from './at.ts'
import type { Form } from './found.ts'

const NAME = /^(?:\/\w+\/)?[\w$&%#~-]+$/

export function readFunction(at: At, node: ExpressionNode): void {
  const name = staticName(at, node)
  if (!name || !NAME.test(name)) noteDynamic(at)
  // The real module is named after the exit and the calling program.
  else if (/^CALL CUSTOMER/i.test(textOf(at.statement))) note(at, `CUSTOMER-FUNCTION ${name}`, 'exit', 'call', node)
  else note(at, name, 'function', 'call', node, isLiteral(node) ? {} : { from: 'constant' })
}

const isLiteral = (node: Node): boolean => literalOf(textOf(node)) !== undefined

/** Notes the name in a literal or a constant, or a dynamic call if the name is only known at run time. */
function noteStaticName(at: At, node: Node | undefined, form: Form, access: Access, isCounted = true): void {
  const name = staticName(at, node)
  if (node && name && NAME.test(name))
    note(at, name, form, access, node, isLiteral(node) ? {} : { from: staticNameSource(node) })
  else if (isCounted) noteDynamic(at)
}

const child = ({ statement }: At, kind: string): ExpressionNode | undefined =>
  statement.getChildren().find((one): one is ExpressionNode => isExpression(one) && kindOf(one) === kind)

export function readProgram(at: At): void {
  const named = child(at, 'IncludeName')
  if (named) note(at, textOf(named), 'program', at.kind === 'Include' ? 'use' : 'call', named)
  else if (at.kind === 'Submit') noteStaticName(at, child(at, 'Dynamic'), 'program', 'call')
}

/** PERFORM x IN PROGRAM y, PERFORM x(y), PERFORM (x) IN PROGRAM (y). */
export function readPerform(at: At): void {
  const named = child(at, 'IncludeName')
  if (named && upperOf(named) !== 'IF') {
    note(at, textOf(named), 'program', 'call', named)
    return
  }
  const dynamic = at.statement.getChildren().filter((one) => isExpression(one) && kindOf(one) === 'Dynamic')
  if (/\bIN PROGRAM \(/i.test(textOf(at.statement))) noteStaticName(at, dynamic.at(-1), 'program', 'call')
  else if (dynamic.length > 0) noteDynamic(at)
}

export function readTransaction(at: At): void {
  if (!/\bTRANSACTION\b/i.test(textOf(at.statement))) return
  noteStaticName(at, at.statement.getChildren().find(isExpression), 'transaction', 'call')
}

export function readTransformation(at: At): void {
  const named = child(at, 'NamespaceSimpleName')
  if (named && upperOf(named) !== 'ID') note(at, textOf(named), 'transformation', 'call', named)
  else if (!named) noteStaticName(at, child(at, 'Dynamic'), 'transformation', 'call')
}

export const readAuthority = (at: At): void =>
  noteStaticName(at, at.statement.getChildren().find(isExpression), 'authorization', 'use', false)

/** Without a dynamic name, the type of the variable is the BAdI. */
export function readBadi(at: At): void {
  const dynamic = child(at, 'Dynamic')
  if (dynamic) noteStaticName(at, dynamic, 'badi', 'call')
  else readBadiOf(at, child(at, 'Target'))
}

function readBadiOf(at: At, target: ExpressionNode | undefined): void {
  const name = target && voidName(variableAt(at, textOf(target))?.getType())
  if (!target || !name) return
  voteFor(at, name, 'badi')
  note(at, name, 'badi', 'call', target, { from: 'variable' })
}

/** MESSAGE ID 'V1' …, also after RAISE EXCEPTION. A message class in parentheses has its own node. */
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
/** READ ENTITIES OF names the root entity. An ENTITY after it is an alias. */
export function readEntities(at: At): void {
  const text = textOf(at.statement)
  const name = /\bENTITIES OF ((?:\/\w+\/)?\w+)/i.exec(text)?.[1] ?? ENTITY.exec(text)?.[1]
  if (name) note(at, name, 'behavior', at.kind === 'ReadEntities' ? 'read' : 'write', at.statement)
}

/** CREATE OBJECT x TYPE (name), CREATE DATA x TYPE (name), CALL METHOD (class)=>(method), lo->(method). */
export function readCreate(at: At): void {
  const text = textOf(at.statement)
  const given = /\b(?:TYPE|TABLE OF|LINE OF|LIKE) \(\s*('[^']*'|`[^`]*`|[\w=>~-]+)\s*\)/i.exec(text)?.[1]
  if (given === undefined) return
  const name = literalOf(given) ?? staticNameIn(at, given)
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

const staticNameIn = (at: At, text: string): string | undefined => {
  const node = at.statement
    .getChildren()
    .flatMap((one) => (isExpression(one) ? [one, ...one.getChildren()] : []))
    .find((one) => textOf(one).replace(/[()\s]/g, '') === text)
  return staticName(at, node)
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

/** ASSIGN ('(SAPMV45A)XVBAK[]') TO <x> accesses the memory of another program. */
export function readAssign(at: At): void {
  const name = /[(\s]['`]\(((?:\/\w+\/)?\w+)\)/.exec(textOf(at.statement))?.[1]
  if (name) note(at, name, 'program', 'use', at.statement, { from: 'literal' })
}
