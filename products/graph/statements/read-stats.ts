// Statistics of the graph in the scope of the call.
import type { StatementStats } from '@veritrace/contract/graph/statements'
import type { Graph } from '../deps.ts'
import { contextIri, isCopy, ownName } from '../scope/rules.ts'
import { onlyContext, type Scope } from '../scope/scope.ts'
import { countObjectTypes, countSubjects, listContexts, topClasses, topPredicates } from './stats-store.ts'

export async function readStats({ db, search }: Graph, scope: Scope): Promise<StatementStats> {
  const within = [scope.tenant, scope.workspace, onlyContext(scope)] as const
  const { contexts, unread } = readContexts(scope, await listContexts(db, ...within))
  const counting = [...within, unread] as const
  const [types, subjects, predicates, classes, embedding] = await Promise.all([
    countObjectTypes(db, counting),
    countSubjects(db, counting),
    topPredicates(db, counting),
    topClasses(db, counting),
    search.progress(within),
  ])
  return {
    total: types.reduce((sum, { count }) => sum + count, 0),
    byObjectType: { iri: 0, literal: 0, bnode: 0, ...Object.fromEntries(types.map((t) => [t.object_type, t.count])) },
    subjects,
    predicates,
    classes,
    ...ofContexts(scope, contexts),
    embedding,
  }
}

/** Only the counters that every write updates. */
export async function readContextStats({ db, search }: Graph, scope: Scope): Promise<StatementStats> {
  const { contexts } = readContexts(scope, await listContexts(db, scope.tenant, scope.workspace, onlyContext(scope)))
  return {
    total: contexts.reduce((sum, { statements }) => sum + statements, 0),
    byObjectType: { iri: 0, literal: 0, bnode: 0 },
    subjects: 0,
    predicates: [],
    classes: [],
    ...ofContexts(scope, contexts),
    embedding: { model: search.embedder.name, labelled: 0, embedded: 0, pending: 0, upToDate: false },
  }
}

type Rows = Awaited<ReturnType<typeof listContexts>>

/** The contexts that are visible: for a context being replaced, its copy; otherwise no copies. */
function readContexts({ width }: Scope, rows: Rows): { contexts: Rows; unread: string[] } {
  if (width === 'context') return { contexts: rows, unread: [] }
  const readIn = new Set(rows.flatMap(({ read_in }) => read_in ?? []))
  const { read = [], unread = [] } = Object.groupBy(rows, ({ context, read_in }) =>
    read_in || (isCopy(context) && !readIn.has(context)) ? 'unread' : 'read',
  )
  return { contexts: read, unread: unread.map(({ context }) => context) }
}

const ofContexts = ({ tenant, workspace }: Scope, contexts: Rows) => ({
  contexts: contexts
    .filter(({ statements }) => statements > 0)
    .map(({ context, statements }) => ({
      contextId: contextIri(tenant, workspace, ownName(context)),
      count: statements,
    })),
  lastWriteAt:
    contexts
      .map(({ last_write_at }) => last_write_at.toISOString())
      .toSorted()
      .at(-1) ?? null,
})
