// The context of a statement: its place and the scope that is open there. The scope only shows whether a name is declared in
// the sources; the kind of a name follows from its place in the grammar.
import type { Access } from '../../../estate/estate.ts'
import { literalOf, textOf } from '../abaplint/nodes.ts'
import {
  BasicTypes,
  BuiltIn,
  type ClassLike,
  type DDIC,
  type Node,
  type Registry,
  type Scope,
  type StatementNode,
  Statements,
  VirtualPosition,
} from '../abaplint/parts.ts'
import { isEmptyStub } from '../abaplint/stubs.ts'
import {
  addDynamic,
  addUse,
  type Form,
  type Found,
  markLocal,
  type NameSource,
  type Place,
  type Use,
  type Vote,
  vote,
} from './found.ts'

export interface At {
  found: Found
  registry: Registry
  dictionary: InstanceType<typeof DDIC>
  /** True for names of uploaded objects. */
  isOwn(name: string): boolean
  /** The object that the statement is read for: for an include, one of its main programs. */
  main: string
  file: string
  statement: StatementNode
  /** The statement's name in the grammar. */
  kind: string
  scope: Scope
}

type Variable = NonNullable<ReturnType<Scope['findVariable']>>

export const variableAt = ({ scope }: At, name: string): Variable | undefined => scope.findVariable(name)
export const isBuiltIn = (known: { getFilename(): string } | undefined): boolean =>
  known?.getFilename() === BuiltIn.filename

type Token = ReturnType<Node['getFirstToken']>

function placeOf({ file }: Pick<At, 'file'>, token: Token): Place {
  const start = token.getStart()
  const place = { file, line: start.getRow(), column: start.getCol() }
  return start instanceof VirtualPosition ? { ...place, inMacro: `${start.vrow}:${start.vcol}` } : place
}

/** The first token of the node; for a whole statement, the token with the name. */
function tokenOf(node: Node, name: string): Token {
  if (!(node instanceof Statements)) return node.getFirstToken()
  return node.getTokens().find((token) => token.getUpperStr().includes(name)) ?? node.getFirstToken()
}

export function note(
  at: Pick<At, 'found' | 'file'>,
  name: string,
  form: Form,
  access: Access,
  node: Node,
  more: Partial<Use> = {},
): void {
  const upper = name.toUpperCase()
  const place = placeOf(at, tokenOf(node, upper))
  const from = place.inMacro === undefined ? 'grammar' : 'macro'
  addUse(at.found, { ...place, length: upper.length, name: upper, form, access, from, ...more })
}

export const noteDynamic = (at: At): void =>
  addDynamic(at.found, { file: at.file, line: at.statement.getFirstToken().getRow() })

export const voteFor = ({ found }: Pick<At, 'found'>, name: string, one: Vote): void =>
  vote(found, name.toUpperCase(), one)

/** Looks in outer scopes if the statement itself declares the name, as in DATA vbak LIKE vbak. */
export function declaredBefore(
  { scope, statement, file }: Pick<At, 'scope' | 'statement' | 'file'>,
  find: (scope: Scope) => Variable | undefined,
): Variable | undefined {
  const isOwn = (known: Variable) =>
    known.getFilename() === file && statement.getTokens().some((token) => token.getStart().equals(known.getStart()))
  let known = find(scope)
  for (let one = scope.getParent(); known && isOwn(known); one = one.getParent()) {
    if (!one) return undefined
    known = find(one)
  }
  return known
}

/** Also marks the place as local, because another main program may not know the name. */
export function isLocal(at: At, node: Node, known: unknown): boolean {
  if (known) markLocal(at.found, placeOf(at, node.getFirstToken()))
  return Boolean(known)
}

export const classAt = ({ scope }: At, name: string): unknown =>
  scope.findClassDefinition(name) ?? scope.findInterfaceDefinition(name) ?? scope.findDeferred(name)

const CLASS_SCOPE = /class|interface|method/i
/** In classes, LIKE cannot refer to the dictionary. */
export function isInClass({ scope }: At): boolean {
  for (let one: Scope | undefined = scope; one; one = one.getParent())
    if (CLASS_SCOPE.test(one.getIdentifier().stype)) return true
  return false
}

export const isStructure = (variable: Variable): boolean => variable.getType() instanceof BasicTypes.StructureType
/** Name of a type that was not uploaded. */
export const voidName = (type: unknown): string | undefined =>
  type instanceof BasicTypes.VoidType ? type.getVoided()?.toUpperCase() : undefined

/** `TABLES vbak` declares a variable of that name, which still means the table. */
export const isWorkArea = ({ found, file, main }: At, name: string): boolean =>
  found.workAreas.has(`${file} ${name}`) || found.workAreas.has(`${main} ${name}`)

/** The name in a literal, or in a constant with a literal as its value. Undefined for a name that may vary. */
export function staticName(at: At, node: Node | undefined): string | undefined {
  if (!node) return undefined
  const text = textOf(node)
    .replace(/^\(\s*|\s*\)$/g, '')
    .trim()
  return literalOf(text) ?? literalOf(constantValue(at, text))
}

/** The source of the name that `staticName` returns. */
export const staticNameSource = (node: Node): NameSource => (/^\(?\s*['`]/.test(textOf(node)) ? 'literal' : 'constant')

function constantValue(at: At, text: string): string | undefined {
  const [owner, name] = text.toUpperCase().split('=>')
  if (name !== undefined) {
    const object = at.registry.getObject('CLAS', owner) ?? at.registry.getObject('INTF', owner)
    const definition =
      object && 'getDefinition' in object ? (object.getDefinition as () => Constants | undefined)() : undefined
    const constant = definition
      ?.getAttributes()
      .getConstants()
      .find((one) => one.getName().toUpperCase() === name)
    return asText(constant?.getValue())
  }
  if (!/^[\w/]+$/.test(text)) return undefined
  const variable = variableAt(at, text)
  // A READ-ONLY attribute can still be changed inside its class.
  if (!variable || kindOfVariable(variable) === 'ClassAttribute') return undefined
  return variable.getMeta().some((meta) => String(meta) === 'read_only') ? asText(variable.getValue()) : undefined
}

interface Constants {
  getAttributes(): { getConstants(): readonly Variable[] }
}
const kindOfVariable = (variable: Variable): string => variable.constructor.name
const asText = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined)

const DEEPEST = 12
const inherits = new WeakMap<Scope, boolean>()
/** True if a superclass was not uploaded, so that the class may inherit unknown names. */
export function hasUnknownParent(at: At): boolean {
  for (let one: Scope | undefined = at.scope; one; one = one.getParent()) {
    const { stype, sname } = one.getIdentifier()
    if (!/class|interface/i.test(stype)) continue
    const known = inherits.get(one)
    if (known !== undefined) return known
    const is = isBelowUnknown(at, one, sname)
    inherits.set(one, is)
    return is
  }
  return false
}

function isBelowUnknown({ registry }: At, scope: Scope, name: string): boolean {
  let [definition, parent] = [
    scope.findClassDefinition(name) ?? definitionOf(registry, name),
    undefined as string | undefined,
  ]
  for (let depth = 0; depth < DEEPEST; depth++) {
    parent = definition?.getSuperClass?.()
    if (!parent) return false
    const object = registry.getObject('CLAS', parent)
    // A stub has none of the names of the real superclass.
    if (object && isEmptyStub(object)) return true
    definition = scope.findClassDefinition(parent) ?? definitionOf(registry, parent)
    if (!definition) return true
  }
  return false
}

function definitionOf(registry: Registry, name: string): ClassLike | undefined {
  const object = registry.getObject('CLAS', name)
  return object && 'getDefinition' in object ? (object.getDefinition as () => ClassLike | undefined)() : undefined
}
