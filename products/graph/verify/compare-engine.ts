// Whether the engine holds exactly the statements of the database. To be asked while nobody writes.
import type { Graph } from '../deps.ts'
import { contextIri } from '../scope/rules.ts'
import { workspaceKey } from '../sparql/graph-scope.ts'
import { currentSeq } from '../statements/change-store.ts'
import { streamLines } from '../statements/follow-statements.ts'
import { listContexts } from '../statements/stats-store.ts'
import { type Digest, digestOf } from './digest.ts'

interface Comparison {
  database: Digest
  engine: Digest
  isEqual: boolean
}

const TIMEOUT_MS = 120_000
const MOST_STATEMENTS = 10_000_000

export async function compareEngine(
  { db, engine }: Pick<Graph, 'db' | 'engine'>,
  tenant: string,
  workspace: string,
): Promise<Comparison> {
  const atLeastSeq = await currentSeq(db, tenant, workspace)
  const contexts = await listContexts(db, tenant, workspace, undefined)
  async function* held() {
    for (const { context } of contexts) {
      const graph = contextIri(tenant, workspace, context)
      // What a deletion of everything would remove is what is there, spelled as it was given; nothing is changed.
      const { removed } = await engine.evaluateUpdate(workspaceKey({ tenant, workspace }), {
        text: `DELETE WHERE { GRAPH <${graph}> { ?s ?p ?o } }`,
        dataset: { defaultGraphs: [graph], namedGraphs: [graph] },
        maxChanges: MOST_STATEMENTS,
        timeoutMs: TIMEOUT_MS,
        atLeastSeq,
      })
      yield removed
    }
  }
  const [database, inEngine] = [await digestOf(streamLines(db, tenant, workspace)), await digestOf(held())]
  return { database, engine: inEngine, isEqual: database.count === inEngine.count && database.sum === inEngine.sum }
}
