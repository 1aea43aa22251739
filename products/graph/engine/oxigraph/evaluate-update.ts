// Turns a SPARQL 1.1 update request into its net change. Oxigraph's own update does not support datasets, so Oxigraph
// only runs the WHERE parts, as queries. Each operation sees the effect of earlier ones; the store is rolled back at
// the end.
import type { GraphRef, Pattern, UpdateOperation, UpdateOperationModify } from '@traqula/rules-sparql-1-1'
import { newId } from '@veritrace/platform/ids'
import { type Dataset, type Delta, EngineError } from '../engine.ts'
import { type Draft, openDraft } from './draft.ts'
import { bindings, lineOf, partsOf, tokenOf } from './lines.ts'
import type { Message } from './messages.ts'
import { endOf, startOf } from './positions.ts'
import { newPrologue, type Prologue } from './prologue.ts'
import { readUpdate } from './read-sparql.ts'
import { linesOfGraph, type Shard, spelledAs } from './shard.ts'
import { fill, hasBlanks, type Solution, type Template, templatesOf, variablesOf } from './templates.ts'
import { namedNode } from './wasm.ts'
import { openWriting } from './written-as.ts'

type Request = Extract<Message, { do: 'update' }>

interface Run {
  shard: Shard
  text: string
  dataset: Dataset
  /** The dataset for WHERE: the request's dataset plus read-only graphs. */
  visible: Dataset
  maxChanges: number
  prologue: Prologue
  draft: Draft
  newBlank(): string
}

export function evaluateUpdate(shard: Shard, request: Request): Delta {
  const { dataset, readOnlyGraphs, maxChanges, base } = request
  const { text, tree } = readUpdate(request.text, base)
  const draft = openDraft(shard, { dataset, readOnlyGraphs, maxChanges })
  const visible = { ...dataset, namedGraphs: [...dataset.namedGraphs, ...readOnlyGraphs] }
  // The label is random, so a request cannot name blank nodes of a future request.
  const label = newId('b')
  let blanks = 0
  const newBlank = () => `_:${label}_${blanks++}`
  const run: Run = { shard, text, dataset, visible, maxChanges, prologue: newPrologue(base), draft, newBlank }
  try {
    for (const { context, operation } of tree.updates) {
      run.prologue.add(context)
      if (!operation) continue
      draft.settle()
      operate(run, operation)
    }
    return draft.close()
  } catch (error) {
    // A crashed instance cannot roll back; it is discarded.
    if (!(error instanceof WebAssembly.RuntimeError)) draft.close()
    throw error
  }
}

function operate(run: Run, operation: UpdateOperation): void {
  const { draft } = run
  switch (operation.subType) {
    case 'insertdata':
      draft.change([], fillData(run, templatesOf(operation.data)))
      break
    case 'deletedata':
      draft.change(fillData(run, templatesOf(operation.data)), [])
      break
    case 'deletewhere': {
      const where = run.text.slice(startOf(operation), endOf(operation)).replace(DELETE_WHERE, '')
      modify(run, { remove: templatesOf(operation.data), insert: [], where, patterns: [], ...usual(run) })
      break
    }
    case 'modify':
      modify(run, {
        remove: templatesOf(operation.delete ?? []),
        insert: templatesOf(operation.insert ?? []),
        where: run.text.slice(startOf(operation.where), endOf(operation.where)),
        patterns: operation.where.patterns,
        ...datasetOf(run, operation),
      })
      break
    case 'clear':
    case 'drop':
      draft.change(
        targets(run, operation.destination).flatMap((graph) => linesOfGraph(run.shard, graph)),
        [],
      )
      break
    case 'create':
      // Empty graphs are not recorded (SPARQL 1.1 Update §3.2.1), but the graph must be in scope.
      graphOf(run, operation.destination)
      break
    case 'add':
    case 'copy':
    case 'move':
      transfer(run, operation.subType, sourceOf(run, operation.source), graphOf(run, operation.destination))
      break
    case 'load':
      // SILENT suppresses failures, and LOAD always fails here.
      if (!operation.silent)
        throw new EngineError('remote', 'LOAD is not allowed: the engine cannot reach other servers.')
  }
}

const DELETE_WHERE = /^DELETE(?:\s|#[^\r\n]*[\r\n])+WHERE(?:\s|#[^\r\n]*[\r\n])*/i

interface Modification {
  remove: Template[]
  insert: Template[]
  where: string
  patterns: readonly Pattern[]
  /** The graph for templates without a graph. */
  target: string
  read: Dataset
}

function modify(run: Run, { remove, insert, where, patterns, target, read }: Modification): void {
  const { shard, prologue } = run
  const writing = openWriting({ shard, remove, insert, where: patterns, read, target, iri: prologue.iri })
  const removed = new Set<string>()
  const added = new Set<string>()
  for (const solution of solve(run, where, { templates: [...remove, ...insert], needs: writing.needs }, read)) {
    const scope = scopeOf(run)
    for (const line of fill(remove, solution, scope, target)) removed.add(line)
    for (const way of writing.ways(solution)) for (const line of fill(insert, way, scope, target)) added.add(line)
    if (removed.size + added.size > run.maxChanges) throw tooMany(run.maxChanges)
  }
  run.draft.change(removed, added)
}

interface Wanted {
  templates: Template[]
  needs: readonly Template[]
}

function solve(run: Run, where: string, { templates, needs }: Wanted, read: Dataset): Solution[] {
  const variables = variablesOf([...templates, ...needs])
  const blanks = hasBlanks(templates)
  // Equal solutions write equal lines, unless each solution creates blank nodes.
  const head = `SELECT ${blanks ? '' : 'DISTINCT '}${variables.map((name) => `?${name}`).join(' ') || unusedVariable(run)}`
  const most = variables.length === 0 && !blanks ? 1 : run.maxChanges + 1
  const answer = run.shard.store.query(`${run.prologue.text()}${head} WHERE ${where}\nLIMIT ${most}`, {
    default_graph: read.defaultGraphs.map((graph) => namedNode(graph)),
    named_graphs: read.namedGraphs.map((graph) => namedNode(graph)),
    results_format: 'json',
  })
  const rows = bindings(answer)
  // Patterns that were added only to find the original spelling can multiply the solutions.
  if (rows.length > run.maxChanges && needs.length > 0) return solve(run, where, { templates, needs: [] }, read)
  if (rows.length > run.maxChanges) throw tooMany(run.maxChanges)
  return rows.map((row) => new Map(Object.entries(row).map(([name, term]) => [name, tokenOf(term)])))
}

function unusedVariable({ text }: Run): string {
  let name = '?nothing'
  while (text.includes(name)) name += '_'
  return name
}

function fillData(run: Run, templates: Template[]): string[] {
  return fill(templates, new Map(), scopeOf(run), defaultGraph(run))
}

/** Blank nodes of a template are new for each solution. */
function scopeOf({ prologue, newBlank }: Run) {
  const labels = new Map<string, string>()
  return {
    iri: prologue.iri,
    blank(label: string): string {
      const known = labels.get(label) ?? newBlank()
      labels.set(label, known)
      return known
    },
  }
}

/**
 * WITH names the graph that is read and written by default; USING names those that are read (SPARQL 1.1 Update §3.1.3).
 */
function datasetOf(run: Run, { graph, from }: UpdateOperationModify): Pick<Modification, 'target' | 'read'> {
  const target = graph ? run.prologue.iri(graph) : undefined
  if (target !== undefined) run.draft.requireScope(target)
  const using = (type: 'default' | 'named') =>
    (from?.clauses ?? []).filter(({ clauseType }) => clauseType === type).map(({ value }) => run.prologue.iri(value))
  const clauses = { defaultGraphs: using('default'), namedGraphs: using('named') }
  const named = [...clauses.defaultGraphs, ...clauses.namedGraphs]
  for (const one of named) run.draft.requireReadable(one)
  const read = target === undefined ? run.visible : { ...run.visible, defaultGraphs: [target] }
  return { target: target ?? defaultGraph(run), read: named.length > 0 ? clauses : read }
}

const usual = (run: Run): Pick<Modification, 'target' | 'read'> => ({ target: defaultGraph(run), read: run.visible })

function transfer(run: Run, how: 'add' | 'copy' | 'move', from: string, to: string): void {
  if (from === to) return
  const source = linesOfGraph(run.shard, from)
  // Copy all spellings, because the store may print a line differently from how it was written.
  const copies = source
    .flatMap((line) => [...spelledAs(run.shard, line)])
    .map((line) => lineOf({ ...partsOf(line), graph: `<${to}>` }))
  const gone = [...(how === 'add' ? [] : linesOfGraph(run.shard, to)), ...(how === 'move' ? source : [])]
  run.draft.change(gone, copies)
}

function targets(run: Run, reference: GraphRef): string[] {
  const { namedGraphs } = run.dataset
  if (reference.subType === 'named') return [...namedGraphs]
  if (reference.subType === 'all') return [...new Set([defaultGraph(run), ...namedGraphs])]
  return [graphOf(run, reference)]
}

function graphOf(run: Run, reference: GraphRef): string {
  const graph = sourceOf(run, reference)
  run.draft.requireScope(graph)
  return graph
}

function sourceOf(run: Run, reference: GraphRef): string {
  if (reference.subType !== 'specific') return defaultGraph(run)
  const graph = run.prologue.iri(reference.graph)
  run.draft.requireReadable(graph)
  return graph
}

function defaultGraph({ dataset }: Run): string {
  const [first] = dataset.defaultGraphs
  if (first === undefined) throw new EngineError('scope', 'The dataset has no default graph to write to.')
  return first
}

const tooMany = (most: number) => new EngineError('too_large', `The update changes more than ${most} statements.`)
