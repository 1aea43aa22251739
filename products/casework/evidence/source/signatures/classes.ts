// Public signatures of classes and interfaces: their methods with parameters, and the public definition.
import type { ClassSignature, Parameter } from '../../../signatures/signature.ts'
import { isExpression, kindOf, textOf } from '../abaplint/nodes.ts'
import type { AbapFile, AbapObject, ExpressionNode, Node, StatementNode } from '../abaplint/parts.ts'

const LARGEST_DEFINITION = 100_000
const ENDS_PUBLIC = /^(?:ProtectedSection|Protected|PrivateSection|Private|EndClass|EndInterface)$/
const SECTIONS: Readonly<Record<string, Parameter['direction']>> = {
  MethodDefImporting: 'importing',
  MethodDefExporting: 'exporting',
  MethodDefChanging: 'changing',
  MethodDefReturning: 'returning',
}

export function classIn(object: AbapObject): ClassSignature | undefined {
  const kind = object.getType()
  if (kind !== 'CLAS' && kind !== 'INTF') return undefined
  const main = new RegExp(`\\.${kind}\\.abap$`, 'i')
  const file = object.getABAPFiles().find((one) => main.test(one.getFilename()))
  const statements = file && publicStatements(file, kind)
  if (!file || !statements || statements.length === 0) return undefined
  const last = statements.at(-1)!.getLastToken()
  const rows = file
    .getRaw()
    .split('\n')
    .slice(statements[0]!.getFirstToken().getRow() - 1, last.getRow())
  const definition = `${rows.join('\n')}\n${kind === 'CLAS' ? 'ENDCLASS' : 'ENDINTERFACE'}.\n`
  return {
    kind,
    name: object.getName().toUpperCase(),
    methods: statements.filter((one) => kindOf(one) === 'MethodDef').flatMap((one) => methodIn(one) ?? []),
    definition: definition.length > LARGEST_DEFINITION ? '' : definition,
  }
}

/** The public part of the definition, without its closing statement. */
function publicStatements(file: AbapFile, kind: 'CLAS' | 'INTF'): StatementNode[] {
  const all = file.getStatements()
  const opens = kind === 'CLAS' ? 'ClassDefinition' : 'Interface'
  const from = all.findIndex((one) => kindOf(one) === opens)
  if (from < 0) return []
  const length = all.slice(from).findIndex((one) => ENDS_PUBLIC.test(kindOf(one)))
  return length < 0 ? [] : all.slice(from, from + length)
}

function methodIn(statement: StatementNode): ClassSignature['methods'][number] | undefined {
  const name = expressionsIn(statement).find((one) => kindOf(one) === 'MethodName')
  if (!name) return undefined
  const all = expressionsIn(statement)
  const parameters = all.flatMap((section) => {
    const direction = SECTIONS[kindOf(section)]
    return direction ? expressionsIn(section).flatMap((one) => parameterIn(one, section, direction) ?? []) : []
  })
  const raising = all
    .filter((one) => kindOf(one) === 'MethodDefRaising')
    .flatMap((one) => expressionsIn(one).filter((inner) => kindOf(inner) === 'ClassName'))
  return {
    name: textOf(name).toUpperCase(),
    parameters,
    raising: raising.map((one) => textOf(one).toUpperCase()),
    ...(/^CLASS-METHODS/i.test(textOf(statement)) && { is_static: true }),
  }
}

function parameterIn(
  node: ExpressionNode,
  section: ExpressionNode,
  direction: Parameter['direction'],
): Parameter | undefined {
  const isReturning = kindOf(section) === 'MethodDefReturning'
  if (isReturning ? node !== expressionsIn(section)[0] : kindOf(node) !== 'MethodParam') return undefined
  const around = isReturning ? section : node
  const name = expressionsIn(around).find((one) => kindOf(one) === 'MethodParamName')
  if (!name) return undefined
  const type = expressionsIn(around).find((one) => /^(?:TypeParam)$/.test(kindOf(one)))
  const text = type ? textOf(type) : ''
  const [, word, ref, typed] = /^(TYPE|LIKE)\s+(REF TO\s+)?(.+?)(?:\s+DEFAULT\s+(.+))?$/i.exec(text) ?? []
  const standard = /\sDEFAULT\s+(.+)$/i.exec(text)?.[1]
  const isOptional = standard !== undefined || isMarkedOptional(section, node)
  return {
    name: textOf(name).replace(/^!/, '').toUpperCase(),
    direction,
    ...(typed && { typing: ref ? 'ref' : (word!.toLowerCase() as 'type' | 'like'), type: typed.toUpperCase() }),
    ...(isOptional && { optional: true }),
    ...(standard !== undefined && { default: standard }),
    ...(/^!?VALUE\s*\(/i.test(textOf(around).replace(/^RETURNING\s+/i, '')) && { by_value: true }),
  }
}

const isMarkedOptional = (section: ExpressionNode, node: ExpressionNode): boolean =>
  expressionsIn(section).some(
    (one) =>
      kindOf(one) === 'MethodParamOptional' &&
      one.getChildren().includes(node) &&
      one.getLastToken().getUpperStr() === 'OPTIONAL' &&
      one.getChildren().length > 1,
  )

function expressionsIn(node: Pick<ExpressionNode, 'getChildren'>): ExpressionNode[] {
  return (node.getChildren() as readonly Node[]).flatMap((child) =>
    isExpression(child) ? [child, ...expressionsIn(child)] : [],
  )
}
