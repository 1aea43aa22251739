// The library's traversal of an object, with two differences: it continues after an error, and it passes on every statement
// with the scope that was open there.
import { kindOf } from './nodes.ts'
import {
  type AbapFile,
  type AbapObject,
  type IRegistry,
  Position,
  type Scope,
  type StatementNode,
  Statements,
  type StructureNode,
  Structures,
  SyntaxLogic,
} from './parts.ts'

export interface Seen {
  statement: StatementNode
  file: AbapFile
  scope: Scope
  /** The library could not resolve all names in it. */
  hasIssue: boolean
}

/** Visits everything that is read for this object: its own files and the includes that they contain. */
export function traverse(registry: IRegistry, object: AbapObject, visit: (seen: Seen) => void): void {
  object.syntaxResult = undefined
  try {
    new Traversal(registry, object, visit).run()
  } finally {
    // It holds every scope of the object.
    object.syntaxResult = undefined
  }
}

/** Visits an include without a main program. The library ignores such an include unless it looks like a program. */
export function traverseInclude(registry: IRegistry, include: AbapObject, visit: (seen: Seen) => void): void {
  Object.defineProperty(include, 'isInclude', { value: () => false, configurable: true })
  try {
    traverse(registry, include, visit)
  } finally {
    Reflect.deleteProperty(include, 'isInclude')
  }
}

/** Visits the statements of a file one by one, if they have no structure or the structure ends before them. */
export function traverseFile(
  registry: IRegistry,
  object: AbapObject,
  file: AbapFile,
  visit: (seen: Seen) => void,
): void {
  object.syntaxResult = undefined
  try {
    new FileTraversal(registry, object, file, visit).run()
  } finally {
    object.syntaxResult = undefined
  }
}

const CLOSES = /^(?:Form|Method|ClassImplementation|FunctionModule|Module)$/
const DEFINES_CLASS = /^(?:Class|Interface)/

class Traversal extends SyntaxLogic {
  readonly #visit: (seen: Seen) => void

  constructor(registry: IRegistry, object: AbapObject, visit: (seen: Seen) => void) {
    super(registry, object)
    this.#visit = visit
  }

  override traverse(node: StructureNode | StatementNode): void {
    for (const child of node.getChildren())
      if (child instanceof Structures) this.#structure(child)
      else if (child instanceof Statements) this.statement(child)
  }

  #structure(node: StructureNode): void {
    const [open, before] = [this.scope.current, this.issues.length]
    let threw = false
    try {
      if (this.updateScopeStructure(node)) {
        this.#whole(node, before)
        return
      }
    } catch (error) {
      threw = true
      this.#note(node, error)
    }
    if (threw || !this.scope.current) this.scope.current = open
    this.traverse(node)
    // A structure that throws before it opens its scope still closes one.
    if (!this.scope.current || CLOSES.test(kindOf(node))) this.scope.current = open
  }

  /** Class definitions and blocks of TYPES and DATA. The library reads them as a whole, so their scope is already closed. */
  #whole(node: StructureNode, issuesBefore: number): void {
    const current = this.scope.current!
    const scope = (DEFINES_CLASS.test(kindOf(node)) ? current.getChildren().at(-1) : undefined) ?? current
    const rows = new Set(this.issues.slice(issuesBefore).map((issue) => issue.getStart().getRow()))
    for (const statement of node.findAllStatementNodes()) {
      const hasIssue = rows.size > 0 && rows.has(statement.getFirstToken().getRow())
      this.#visit({ statement, file: this.currentFile, scope, hasIssue })
    }
  }

  protected statement(statement: StatementNode): void {
    const [open, before] = [this.scope.current, this.issues.length]
    try {
      this.updateScopeStatement(statement)
    } catch (error) {
      this.#note(statement, error)
    }
    this.scope.current ??= open
    const scope = this.scope.current
    if (scope) this.#visit({ statement, file: this.currentFile, scope, hasIssue: this.issues.length > before })
    if (kindOf(statement) === 'Include') this.#walkInto(statement)
  }

  /** Without declaring anything. */
  protected visitOnly(statement: StatementNode): void {
    const scope = this.scope.current
    if (scope) this.#visit({ statement, file: this.currentFile, scope, hasIssue: true })
  }

  #walkInto(statement: StatementNode): void {
    const file = this.helpers.proc.findInclude(statement, this.object)
    const structure = file?.getStructure()
    if (!file || !structure || file === this.currentFile || this.includeStack.includes(file.getFilename())) return
    const from = this.currentFile
    this.includeStack.push(from.getFilename())
    this.currentFile = file
    try {
      this.traverse(structure)
    } finally {
      this.currentFile = from
      this.includeStack.pop()
    }
  }

  #note(node: StructureNode | StatementNode, error: unknown): void {
    this.newIssue(node.getFirstToken(), error instanceof Error ? error.message : String(error))
  }
}

/** Names between these statements are components. */
const BLOCK = /^(?:Type|Data|Constant|Static|ClassData)(Begin|End)$/

class FileTraversal extends Traversal {
  readonly #file: AbapFile

  constructor(registry: IRegistry, object: AbapObject, file: AbapFile, visit: (seen: Seen) => void) {
    super(registry, object, visit)
    this.#file = file
  }

  override traverseObject(): void {
    this.currentFile = this.#file
    this.scope.push('_program', this.object.getName(), new Position(1, 1), this.#file.getFilename())
    const structure = this.#file.getStructure()
    if (structure) this.traverse(structure)
    else this.#oneByOne()
  }

  #oneByOne(): void {
    let depth = 0
    for (const statement of this.#file.getStatements()) {
      const edge = BLOCK.exec(kindOf(statement))?.[1]
      if (edge === 'End') depth--
      if (depth === 0 && !edge) this.statement(statement)
      else this.visitOnly(statement)
      if (edge === 'Begin') depth++
    }
  }
}
