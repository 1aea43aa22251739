// The entry point of the product: its endpoints, jobs, pages and migrations.
import { join } from 'node:path'
import { workspacesApi } from '@veritrace/platform/identity/workspaces/api'
import type { Product } from '@veritrace/platform/product'
import { catalogApi } from './catalog/api.ts'
import { catalogJobs } from './catalog/jobs.ts'
import { withQueryPage } from './console/api.ts'
import { consolePage } from './console/page.ts'
import type { Graph, GraphParts } from './deps.ts'
import type { Engine, Source } from './engine/engine.ts'
import { keepSwept } from './engine/keep-swept.ts'
import { openOxigraph } from './engine/oxigraph/open.ts'
import { openSnapshots } from './engine/oxigraph/snapshots.ts'
import { sweepSnapshots } from './engine/oxigraph/sweep-snapshots.ts'
import { openRemote } from './engine/remote/open.ts'
import { healthApi } from './health/api.ts'
import { databaseCheck, engineCheck, queueCheck, searchCheck } from './health/checks.ts'
import { type Activity, openActivity } from './ingestions/activity.ts'
import { ingestionsApi } from './ingestions/api.ts'
import { ingestionsJobs } from './ingestions/jobs.ts'
import { ontologiesApi } from './ontologies/api.ts'
import { openReaders } from './ontologies/threads/readers.ts'
import { tenantIn, workspaceKey } from './scope/workspace-key.ts'
import { searchApi } from './search/api.ts'
import { searchJobs } from './search/jobs.ts'
import { openSearch } from './search/open.ts'
import { shapesApi } from './shapes/api.ts'
import { enforcedShapes } from './shapes/enforce-shapes.ts'
import { openValidators } from './shapes/threads/pool.ts'
import { openTrials } from './shapes/trials.ts'
import { sparqlApi } from './sparql/api.ts'
import { forgetPurgedHere, memoryOfEngine } from './sparql/forget-purged.ts'
import { sparqlJobs } from './sparql/jobs.ts'
import { statementSource } from './sparql/statement-source.ts'
import { statementsApi } from './statements/api.ts'
import { openGates } from './statements/gates.ts'
import { statementsJobs } from './statements/jobs.ts'
import { openLeases, READERS } from './statements/leases.ts'
import { listWorkspaces } from './statements/workspace-store.ts'
import { traversalApi } from './traversal/api.ts'
import { openIndexes } from './traversal/indexes.ts'
import { tutorApi } from './tutor/api.ts'
import { openChat } from './tutor/chat.ts'
import { workflowApi } from './workflow/api.ts'

export { seedGraph } from './demo/seed.ts'
export type { Graph, GraphParts }

export const graphMigrations = { room: 'graph', folder: new URL('./migrations/', import.meta.url) }

export async function graph(parts: GraphParts): Promise<Product> {
  const ingesting = openActivity()
  const engine = await openEngine(parts, ingesting)
  const search = openSearch(parts)
  const indexes = openIndexes(parts)
  const chat = openChat(parts.config.graph.model)
  const validators = openValidators(parts)
  const enforcers = openValidators(parts)
  const readers = openReaders(parts)
  const gates = openGates()
  const workspaces = async () => (await listWorkspaces(parts.db)).map(workspaceKey)
  const swept = keepSwept({
    log: parts.log,
    sweep: async () => {
      await sweepSnapshots({ folder: snapshotFolder(parts), workspaces })
      await forgetPurgedHere(parts, [memoryOfEngine(engine), search.texts.memory, search.near.memory, indexes.memory])
    },
  })
  const deps: Graph = {
    ...parts,
    engine,
    leases: openLeases(parts.db),
    gates,
    ingesting,
    search,
    indexes,
    chat,
    validators,
    enforcers,
    readers,
    checks: enforcedShapes({ enforcers, validators }),
    trials: openTrials({ db: parts.db, enforcers }, gates),
  }
  return {
    name: 'graph',
    endpoints: withQueryPage([
      ...statementsApi(deps),
      ...sparqlApi(deps),
      ...ingestionsApi(deps),
      ...shapesApi(deps),
      ...traversalApi(deps),
      ...catalogApi(deps),
      ...ontologiesApi(deps),
      ...workflowApi(deps),
      ...healthApi(deps, healthChecks(deps)),
      ...searchApi(deps),
      ...tutorApi(deps),
      ...workspacesApi(deps.identity),
    ]),
    jobs: [
      ...statementsJobs(deps),
      ...sparqlJobs(deps),
      ...catalogJobs(deps),
      ...ingestionsJobs(deps),
      ...searchJobs(deps),
    ],
    leased: [READERS],
    pages: [consolePage],
    ...(engine.check && { checks: [{ name: 'sparql', check: engine.check, optional: true }] }),
    close: async () => {
      await Promise.all([
        engine.close(),
        validators.close(),
        enforcers.close(),
        readers.close(),
        search.close(),
        chat?.close(),
        swept.close(),
      ])
    },
  }
}

const healthChecks = (deps: Graph) => ({
  database: databaseCheck(deps),
  engine: engineCheck(deps),
  search: searchCheck(deps),
  queue: queueCheck(deps),
})

const snapshotFolder = ({ config }: GraphParts): string => join(config.dataDir, 'graph-snapshots')

function openEngine(parts: GraphParts, { idle }: Activity): Promise<Engine> {
  const { db, log, config } = parts
  const source = statementSource(db)
  const folder = snapshotFolder(parts)
  const { sparqlServer, sparqlThreads: workers } = config.graph
  const embedded = (from: Source) => {
    const snapshots = openSnapshots({ folder, source: from, log, calm: idle })
    return openOxigraph({ source: from, log, tenantOf: tenantIn, workers, snapshots })
  }
  return sparqlServer ? openRemote({ server: sparqlServer, source, log, embedded }) : embedded(source)
}
