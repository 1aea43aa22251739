// Visits the nodes of a statement that contain names, at any depth.
import { before, isExpression, kindOf, textOf, upperOf } from '../abaplint/nodes.ts'
import type { ExpressionNode, StatementNode } from '../abaplint/parts.ts'
import { type At, classAt, isLocal, note } from './at.ts'
import { readFunction } from './calls.ts'
import { readField } from './fields.ts'
import { readTable } from './tables.ts'
import { readFor, readLike, readTypeName } from './type-names.ts'

type Branch = StatementNode | ExpressionNode

export function walk(at: At, node: Branch, parent?: Branch): void {
  for (const child of node.getChildren()) if (isExpression(child)) readNode(at, child, node, parent)
}

function readNode(at: At, node: ExpressionNode, parent: Branch, above: Branch | undefined): void {
  switch (kindOf(node)) {
    case 'DatabaseTable':
      readTable(at, node, parent)
      break
    case 'TypeName':
      readTypeName(at, node, parent, above)
      return
    case 'ClassName':
      readClass(at, node, accessOf(at, node, parent))
      return
    case 'SuperClassName':
      readClass(at, node, 'inherit')
      return
    case 'InterfaceName':
      readClass(at, node, at.kind === 'InterfaceDef' ? 'implement' : 'use')
      return
    case 'MethodName':
      if (textOf(node).includes('~') && !isAlias(at)) readClass(at, node, 'use')
      break
    case 'AttributeName':
      if (textOf(node).includes('~')) readClass(at, node, 'use')
      break
    case 'FunctionName':
      readFunction(at, node)
      break
    case 'MessageClass':
      note(at, textOf(node), 'messages', 'use', node)
      return
    case 'FieldChain':
    case 'SimpleFieldChain':
    case 'SimpleFieldChain2':
    case 'Target':
    case 'MethodCallChain':
      if (readChain(at, node, parent)) return
  }
  walk(at, node, parent)
}

const TYPED = /^(?:Type|TypeTable|TypeParam|FormParamType)$/

/** True if the chain names a type. */
function readChain(at: At, node: ExpressionNode, parent: Branch): boolean {
  const isLike = TYPED.test(kindOf(parent)) && /^LIKE\b/.test(upperOf(parent))
  const isStructure = kindOf(parent) === 'FormParam' && /\bSTRUCTURE $/.test(before(at.statement, node))
  if (isLike || isStructure) readLike(at, node)
  else if (
    (at.kind === 'SelectOption' || at.kind === 'Ranges') &&
    parent === at.statement &&
    /\bFOR $/.test(before(at.statement, node))
  )
    readFor(at, node)
  else readField(at, node, parent)
  return isLike || isStructure
}

/** True for FOR ACTION alias~name in a behavior handler. */
const isAlias = (at: At): boolean => at.kind === 'MethodDef' && / FOR /.test(upperOf(at.statement))

type ClassAccess = 'call' | 'use' | 'type' | 'inherit' | 'implement'

function accessOf(at: At, node: ExpressionNode, parent: Branch): ClassAccess {
  if (/^(?:Catch|Raise|MethodDef)$/.test(at.kind)) return 'type'
  if (at.kind === 'CreateObject' || kindOf(parent) === 'MethodSource') return 'call'
  const children = parent.getChildren()
  const next = children[children.indexOf(node) + 2]
  return next && kindOf(next) === 'MethodCall' ? 'call' : 'use'
}

const NOT_CLASSES = new Set(['ME', 'SUPER'])
const OWN_NAME = /^(?:ClassImplementation|ClassDeferred|InterfaceDeferred|ClassLocalFriends|Interface)$/

function readClass(at: At, node: ExpressionNode, access: ClassAccess): void {
  if (OWN_NAME.test(at.kind)) return
  if (at.kind === 'ClassDefinition' && node === at.statement.getChildren()[1]) return
  const name = upperOf(node)
    .replace(/^!/, '')
    .split(/=>|~|-/)[0]!
  if (NOT_CLASSES.has(name) || isLocal(at, node, !at.isOwn(name) && classAt(at, name))) return
  note(at, name, 'class', access, node)
}
