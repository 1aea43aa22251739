// What the graph holds in the scope of the call.
import type { StatementStats } from '@veritrace/contract/graph/statements'
import type { Graph } from '../deps.ts'
import { contextIri } from '../scope/rules.ts'
import { onlyContext, type Scope } from '../scope/scope.ts'
import { embeddingStats } from '../search/embedding-stats.ts'
import { countObjectTypes, countSubjects, listContexts, topClasses, topPredicates } from './stats-store.ts'

export async function readStats({ db, search }: Graph, scope: Scope): Promise<StatementStats> {
  const within = [scope.tenant, scope.workspace, onlyContext(scope)] as const
  const [contexts, types, subjects, predicates, classes, embedding] = await Promise.all([
    listContexts(db, ...within),
    countObjectTypes(db, ...within),
    countSubjects(db, ...within),
    topPredicates(db, ...within),
    topClasses(db, ...within),
    embeddingStats({ db, search }, within),
  ])
  const writes = contexts.map((context) => context.last_write_at.toISOString())
  return {
    total: types.reduce((sum, { count }) => sum + count, 0),
    byObjectType: { iri: 0, literal: 0, bnode: 0, ...Object.fromEntries(types.map((t) => [t.object_type, t.count])) },
    subjects,
    predicates,
    classes,
    contexts: contexts
      .filter(({ statements }) => statements > 0)
      .map(({ context, statements }) => ({
        contextId: contextIri(scope.tenant, scope.workspace, context),
        count: statements,
      })),
    lastWriteAt: writes.toSorted().at(-1) ?? null,
    embedding,
  }
}
