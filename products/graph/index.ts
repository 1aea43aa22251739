// The door of the product: what it answers, what it works on, what its tables are.
import type { Product } from '@veritrace/platform/product'
import type { Graph, GraphParts } from './deps.ts'
import { openOxigraph } from './engine/oxigraph/open.ts'
import { sparqlApi } from './sparql/api.ts'
import { statementSource } from './sparql/statement-source.ts'
import { statementsApi } from './statements/api.ts'
import { statementsJobs } from './statements/jobs.ts'

export type { Graph, GraphParts }

export const graphMigrations = { room: 'graph', folder: new URL('./migrations/', import.meta.url) }

export async function graph(parts: GraphParts): Promise<Product> {
  const engine = await openOxigraph({ source: statementSource(parts.db), log: parts.log })
  const deps: Graph = { ...parts, engine }
  return {
    name: 'graph',
    endpoints: [...statementsApi(deps), ...sparqlApi(deps)],
    jobs: [...statementsJobs(deps)],
    pages: [],
    close: engine.close,
  }
}
