// Detects updates whose result does not depend on existing statements: the text alone determines what is added and
// removed.
import type { UpdateOperation } from '@traqula/rules-sparql-1-1'
import { newId } from '@veritrace/platform/ids'
import { fill, type Template, templatesOf, variablesOf } from '../engine/oxigraph/templates.ts'
import type { ParsedUpdate } from '../guard/parse.ts'
import { openPace } from '../pace.ts'

/** Lines. No line is in both lists. */
export interface PlainData {
  present: readonly string[]
  absent: readonly string[]
}

interface Step {
  remove: Template[]
  insert: Template[]
  /** The graph of triples outside GRAPH. */
  graph: string
}

const NO_SOLUTION = new Map<string, string>()

/** Undefined if any operation depends on existing statements. */
export async function plainData({ operations }: ParsedUpdate, context: string): Promise<PlainData | undefined> {
  const steps = operations.map(({ ast }) => stepOf(ast, context))
  if (steps.includes(undefined)) return undefined
  const pace = openPace()
  const isPresent = new Map<string, boolean>()
  // As in the engine, labels of new blank nodes cannot be guessed.
  const label = newId('b')
  let blanks = 0
  const newBlank = () => `_:${label}_${blanks++}`
  for (const { remove, insert, graph } of steps as Step[]) {
    const scope = scopeOf(newBlank)
    for (const [templates, is] of [[remove, false] as const, [insert, true] as const])
      for (const template of templates) {
        for (const line of fill([template], NO_SOLUTION, scope, graph)) isPresent.set(line, is)
        if (pace.isOver()) await pace.rest()
      }
  }
  const linesThatAre = (is: boolean) => [...isPresent].flatMap(([line, one]) => (one === is ? [line] : []))
  return { present: linesThatAre(true), absent: linesThatAre(false) }
}

function stepOf(ast: UpdateOperation, context: string): Step | undefined {
  switch (ast.subType) {
    case 'insertdata':
      return { remove: [], insert: templatesOf(ast.data), graph: context }
    case 'deletedata':
      return { remove: templatesOf(ast.data), insert: [], graph: context }
    case 'create':
    case 'load':
      // A graph exists once it has a statement, and only LOAD SILENT, which does nothing, passes the guard.
      return { remove: [], insert: [], graph: context }
    case 'modify': {
      const step = {
        remove: templatesOf(ast.delete),
        insert: templatesOf(ast.insert),
        graph: ast.graph?.value ?? context,
      }
      const asks = ast.where.patterns.length > 0 || variablesOf([...step.remove, ...step.insert]).length > 0
      return asks ? undefined : step
    }
    default:
      return undefined
  }
}

/** Blank node labels are local to an operation. IRIs are already absolute here. */
function scopeOf(newBlank: () => string) {
  const labels = new Map<string, string>()
  return {
    iri: ({ value }: { value: string }): string => value,
    blank(label: string): string {
      const known = labels.get(label) ?? newBlank()
      labels.set(label, known)
      return known
    },
  }
}
