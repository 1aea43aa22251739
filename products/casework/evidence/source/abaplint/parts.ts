// The only place that imports internals of @abaplint/core. package.json pins an exact version, and parts.test.ts fails if
// another one is installed. Slow to load, so only threads and measurements import it.
import { createRequire } from 'node:module'
import type { Config, IFile, IObject, IRegistry, Registry, TypedIdentifier } from '@abaplint/core'

type Abaplint = typeof import('@abaplint/core')
export type AbapObject = InstanceType<Abaplint['Objects']['Class']> | InstanceType<Abaplint['Objects']['Program']>
export type AbapFile = ReturnType<AbapObject['getABAPFiles']>[number]
export type StatementNode = InstanceType<Abaplint['Nodes']['StatementNode']>
export type StructureNode = InstanceType<Abaplint['Nodes']['StructureNode']>
export type ExpressionNode = InstanceType<Abaplint['Nodes']['ExpressionNode']>
export type Node = StatementNode | ExpressionNode | InstanceType<Abaplint['Nodes']['TokenNode']>
export type { IFile, IObject, IRegistry, Registry }

/** The scope that is open at a statement. It can still be queried after it was closed. */
export interface Scope {
  getParent(): Scope | undefined
  getChildren(): Scope[]
  getIdentifier(): { stype: string; sname: string }
  findVariable(name: string): TypedIdentifier | undefined
  findType(name: string): TypedIdentifier | undefined
  findExtraLikeType(name: string): TypedIdentifier | undefined
  findClassDefinition(name: string): ClassLike | undefined
  findInterfaceDefinition(name: string): object | undefined
  findDeferred(name: string): object | undefined
  getData(): { references: readonly ScopeReference[] }
}

interface ScopeReference {
  position: { getName(): string; getStart(): { getRow(): number; getCol(): number }; getFilename(): string }
  resolved: object | undefined
  referenceType: string
  extra: { ooName?: string; ooType?: string; RTTIName?: string } | undefined
}

export interface ClassLike {
  getSuperClass?(): string | undefined
  getImplementing?(): readonly { name: string }[]
}

/** Internals of the library's traversal. */
export interface Logic {
  issues: { getStart(): { getRow(): number }; getMessage(): string }[]
  scope: {
    current: Scope | undefined
    push(type: string, name: string, start: object, filename: string): void
  }
  currentFile: AbapFile
  includeStack: string[]
  object: AbapObject
  helpers: { proc: { findInclude(node: StatementNode, object: AbapObject): AbapFile | undefined } }
  run(): void
  traverseObject(): void
  traverse(node: StructureNode | StatementNode): void
  updateScopeStructure(node: StructureNode): boolean
  updateScopeStatement(node: StatementNode): void
  newIssue(token: ReturnType<StatementNode['getFirstToken']>, message: string): void
}

interface Dictionary {
  lookupDDLS(name: string | undefined): { type: unknown; object: IObject } | undefined
  lookupBuiltinType(name: string): object | undefined
}

const require = createRequire(import.meta.url)
const part = (path: string): unknown => require(`@abaplint/core/build/src/${path}.js`)

const core = part('index') as Abaplint
export const { MemoryFile, Objects, Position } = core
/** Position of a token that comes from the expansion of a macro. */
export const { VirtualPosition } = part('virtual_position') as {
  VirtualPosition: abstract new () => InstanceType<Abaplint['Position']> & { vrow: number; vcol: number }
}
export const BasicTypes = core.BasicTypes
export const newRegistry = (config: object): Registry =>
  new core.Registry(new core.Config(JSON.stringify(config)) as Config)
export const libraryVersion = (): string => core.Registry.abaplintVersion()
export const { SyntaxLogic } = part('abap/5_syntax/syntax') as {
  SyntaxLogic: new (registry: IRegistry, object: AbapObject) => Logic
}
export const { ABAPObject } = part('objects/_abap_object') as { ABAPObject: abstract new (name: string) => AbapObject }
const nodes = part('abap/nodes/index') as Abaplint['Nodes']
export const { StructureNode: Structures, StatementNode: Statements, ExpressionNode: Expressions, TokenNode } = nodes
export const { BuiltIn } = part('abap/5_syntax/_builtin') as { BuiltIn: { filename: string } }
export const { DDIC } = part('ddic') as { DDIC: { new (registry: IRegistry): Dictionary; prototype: Dictionary } }
export const { CDSLexer } = part('cds/cds_lexer') as {
  CDSLexer: { run(file: IFile): ReturnType<StatementNode['getTokens']>[number][] }
}

interface Runnable {
  run(ways: readonly unknown[]): readonly unknown[]
}
export const { Combi, Expression, failCombinator } = part('abap/2_statements/combi') as {
  Combi: { run(...asked: unknown[]): unknown }
  Expression: { prototype: Runnable }
  failCombinator(): Runnable
}
