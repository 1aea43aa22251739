// Checks whether the engine has exactly the statements of the database. Use only while there are no writes.
import type { Graph } from '../deps.ts'
import { contextIri } from '../scope/rules.ts'
import { workspaceKey } from '../scope/workspace-key.ts'
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
  async function* engineLines() {
    for (const { context } of contexts) {
      const graph = contextIri(tenant, workspace, context)
      // Evaluates, but does not apply, a deletion of everything: its result lists all statements in their original
      // spelling.
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
  const [database, inEngine] = [await digestOf(streamLines(db, tenant, workspace)), await digestOf(engineLines())]
  return { database, engine: inEngine, isEqual: database.count === inEngine.count && database.sum === inEngine.sum }
}
