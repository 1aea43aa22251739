// Where a reading stands: one statement with the scope that is open there. The scope answers one question, whether a name
// is declared in the sources; what a name is follows from its place in the grammar.
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
  /** Names of objects of the upload. */
  isOwn(name: string): boolean
  /** The object in whose name it is read: a main program, for its includes. */
  main: string
  file: string
  statement: StatementNode
  /** What the grammar calls it. */
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

/** Of a statement: the word that holds the name. */
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

/** DATA vbak LIKE vbak: what the statement itself declares is not what it refers to. */
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

/** Remembers the place: another main program may not know the name. */
export function isLocal(at: At, node: Node, known: unknown): boolean {
  if (known) markLocal(at.found, placeOf(at, node.getFirstToken()))
  return Boolean(known)
}

export const classAt = ({ scope }: At, name: string): unknown =>
  scope.findClassDefinition(name) ?? scope.findInterfaceDefinition(name) ?? scope.findDeferred(name)

const CLASS_SCOPE = /class|interface|method/i
/** In classes LIKE cannot mean the dictionary. */
export function isInClass({ scope }: At): boolean {
  for (let one: Scope | undefined = scope; one; one = one.getParent())
    if (CLASS_SCOPE.test(one.getIdentifier().stype)) return true
  return false
}

export const isStructure = (variable: Variable): boolean => variable.getType() instanceof BasicTypes.StructureType
/** The name of a type that nobody has handed over. */
export const voidName = (type: unknown): string | undefined =>
  type instanceof BasicTypes.VoidType ? type.getVoided()?.toUpperCase() : undefined

/** `TABLES vbak` makes a variable of that name: it is the table all the same. */
export const isWorkArea = ({ found, file, main }: At, name: string): boolean =>
  found.workAreas.has(`${file} ${name}`) || found.workAreas.has(`${main} ${name}`)

/** What stands there at every run: a literal, or a constant with a literal for its value. */
export function givenName(at: At, node: Node | undefined): string | undefined {
  if (!node) return undefined
  const text = textOf(node)
    .replace(/^\(\s*|\s*\)$/g, '')
    .trim()
  return literalOf(text) ?? literalOf(constantValue(at, text))
}

/** Where `givenName` has read it. */
export const sourceOfGiven = (node: Node): NameSource => (/^\(?\s*['`]/.test(textOf(node)) ? 'literal' : 'constant')

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
  // An attribute that is READ-ONLY may be changed inside its class.
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
/** The class is below one that nobody has handed over: it inherits names that nobody here can see. */
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
    // What was put in the place of a superclass has none of its names.
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
