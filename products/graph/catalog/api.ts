// The catalog: the endpoints of contract/graph/catalog.ts.
import { catalog, type Dataset } from '@veritrace/contract/graph/catalog'
import { notFound } from '@veritrace/platform/errors'
import { implement } from '@veritrace/platform/implement'
import type { Graph } from '../deps.ts'
import { type Scope, scopeOf } from '../scope/scope.ts'
import { createDataset, placeOf } from './create-dataset.ts'
import { createDistribution } from './create-distribution.ts'
import { describeCatalog, describeDataset, describeDistribution } from './describe.ts'
import { findDistribution, listDistributions } from './distribution-store.ts'
import { downloadFile } from './download-file.ts'
import { represent } from './represent.ts'
import { findDataset, listDatasets } from './store.ts'
import type { DatasetRow } from './tables.ts'
import { deleteDataset, updateDataset } from './update-dataset.ts'
import { deleteDistribution, updateDistribution } from './update-distribution.ts'
import { bareOf } from './urn.ts'
import { viewDataset, viewDistribution } from './view.ts'

export const catalogApi = (deps: Graph) =>
  implement(catalog, {
    createDataset: ({ body, headers }, caller) => createDataset(deps, caller, scopeOf(caller, headers), body),
    listDatasets: async ({ query, headers }, caller) => {
      const scope = scopeOf(caller, headers)
      const page = await listDatasets(deps.db, placeOf(scope), query)
      const items = await withDistributions(deps, scope, page.items)
      return represent(headers.accept, {
        json: { items, next: page.next },
        triples: () => describeCatalog(catalogId(scope), items),
        ...(page.next && { headers: { link: nextPage(query, page.next) } }),
      })
    },
    getDataset: async ({ params, headers }, caller) => {
      const scope = scopeOf(caller, headers)
      const row = await findDataset(deps.db, placeOf(scope), bareOf('dataset', params.id))
      const [json] = await withDistributions(deps, scope, [row ?? notFound('dataset', params.id)])
      return represent(headers.accept, {
        json: json!,
        triples: () => describeDataset(json!),
        version: json!.version,
      })
    },
    updateDataset: ({ params, body, headers, ifVersion }, caller) =>
      updateDataset(deps, caller, scopeOf(caller, headers), params.id, body, ifVersion),
    deleteDataset: ({ params, headers, ifVersion }, caller) =>
      deleteDataset(deps, caller, scopeOf(caller, headers), params.id, ifVersion),
    createDistribution: ({ body, headers }, caller) => createDistribution(deps, caller, scopeOf(caller, headers), body),
    getDistribution: async ({ params, headers }, caller) => {
      const place = placeOf(scopeOf(caller, headers))
      const row = await findDistribution(deps.db, place, bareOf('distribution', params.id))
      const json = viewDistribution(deps.publicUrl, row ?? notFound('distribution', params.id))
      return represent(headers.accept, {
        json,
        triples: () => describeDistribution(json),
        version: json.version,
      })
    },
    updateDistribution: ({ params, body, headers, ifVersion }, caller) =>
      updateDistribution(deps, caller, scopeOf(caller, headers), params.id, body, ifVersion),
    deleteDistribution: ({ params, headers, ifVersion }, caller) =>
      deleteDistribution(deps, caller, scopeOf(caller, headers), params.id, ifVersion),
    download: ({ params, headers }, caller) => downloadFile(deps, scopeOf(caller, headers), params.id),
  })

async function withDistributions(
  { db, publicUrl }: Graph,
  scope: Scope,
  rows: readonly DatasetRow[],
): Promise<Dataset[]> {
  const ids = rows.map(({ id }) => id)
  const distributions = ids.length > 0 ? await listDistributions(db, scope, ids) : []
  const byDataset = Map.groupBy(distributions, ({ dataset_id }) => dataset_id)
  return rows.map((row) => viewDataset(publicUrl, row, byDataset.get(row.id) ?? []))
}

const catalogId = ({ contextId, width, tenant, workspace }: Scope): string =>
  width === 'context'
    ? contextId.replace(/^urn:/, 'urn:graph:catalog:')
    : `urn:graph:catalog:tenant:${tenant}:ws:${workspace}`

/** Relative to the requested URL, whatever its host and path (RFC 8288 §3.2). */
const nextPage = (query: object, cursor: string): string =>
  `<?${new URLSearchParams({ ...JSON.parse(JSON.stringify(query)), cursor })}>; rel="next"`
