// A distribution of a dataset: hosted elsewhere, or a file that we write and store.
import {
  type Distribution,
  MOST_DISTRIBUTIONS,
  type NewDistribution,
  RDF_TYPES,
  type RdfSyntax,
} from '@veritrace/contract/graph/catalog'
import type { Caller } from '@veritrace/platform/caller'
import { transact } from '@veritrace/platform/db/transact'
import { fail } from '@veritrace/platform/errors'
import type { Graph } from '../deps.ts'
import type { Scope } from '../scope/scope.ts'
import { TooNarrow } from '../terms/too-narrow.ts'
import { type ContextPlace, countStatements } from './content-store.ts'
import { placeOf } from './create-dataset.ts'
import { requireVisible } from './dataset-columns.ts'
import { countDistributions, findDistribution, insertDistribution, touchDataset } from './distribution-store.ts'
import { keyOf, requestFile } from './prepare-file.ts'
import { refuse, refuseAll } from './refuse.ts'
import { checksumProblems, placeOfFile } from './rules.ts'
import { findDataset, lockDataset } from './store.ts'
import type { DatasetRow } from './tables.ts'
import { bareOf, newBare, urnOf } from './urn.ts'
import { viewDistribution } from './view.ts'
import { type FileFacts, writeFile } from './write-file.ts'

/** Larger contexts are written by a job, because the caller would have to wait too long. */
const WRITTEN_AT_ONCE = 100_000

export async function createDistribution(
  deps: Graph,
  caller: Caller,
  scope: Scope,
  body: NewDistribution,
): Promise<Distribution> {
  const dataset = (await findDataset(deps.db, placeOf(scope), bareOf('dataset', body.datasetId))) ?? unknown(body)
  refuseAll(checksumProblems(body.checksum))
  const verdict = placeOfFile(body, dataset.data_context !== null)
  if ('problems' in verdict) refuse(verdict.problems)
  const id = newBare()
  if ('elsewhere' in verdict) return save(deps, caller, scope, body, id, {})
  const context = dataset.data_context!
  requireVisible(scope, context)
  const place = { tenant: scope.tenant, workspace: scope.workspace, context }
  const facts = await writeNow(deps, place, verdict.hosted, id)
  try {
    return await save(deps, caller, scope, body, id, hostedColumns(verdict.hosted, context, keyOf(place, id), facts))
  } catch (error) {
    await deps.blobs.delete(keyOf(place, id)).catch((err) => deps.log.warn({ err }, 'an unused file was not deleted'))
    throw error
  }
}

async function writeNow(deps: Graph, place: ContextPlace, syntax: RdfSyntax, id: string) {
  if ((await countStatements(deps.db, place)) > WRITTEN_AT_ONCE) return undefined
  try {
    return await writeFile(deps, place, syntax, keyOf(place, id))
  } catch (error) {
    if (error instanceof TooNarrow) fail('syntax_too_narrow', error.message)
    throw error
  }
}

const hostedColumns = (syntax: RdfSyntax, context: string, key: string, facts: FileFacts | undefined) => ({
  media_type: RDF_TYPES[syntax],
  format: syntax,
  source_context: context,
  blob_key: key,
  status: facts ? ('ready' as const) : ('preparing' as const),
  ...facts,
})
type Hosted = ReturnType<typeof hostedColumns> | Record<never, never>

function save(deps: Graph, caller: Caller, scope: Scope, body: NewDistribution, id: string, hosted: Hosted) {
  const { db, clock, events, publicUrl } = deps
  return transact(db, async (tx) => {
    const place = placeOf(scope)
    const dataset = (await lockDataset(tx, place, bareOf('dataset', body.datasetId))) ?? unknown(body)
    await requireRoom(tx, scope, dataset)
    const now = clock.now()
    await insertDistribution(tx, {
      ...distributionColumns(body),
      ...hosted,
      id,
      dataset_id: dataset.id,
      tenant_id: scope.tenant,
      workspace_id: scope.workspace,
      created_at: now,
      updated_at: now,
    })
    await touchDataset(tx, place, dataset.id, now)
    const row = (await findDistribution(tx, place, id))!
    if (row.status === 'preparing') await requestFile({ jobs: deps.jobs }, tx, caller, id)
    await events.record(tx, caller, {
      action: 'distribution.create',
      resource: { type: 'distribution', id: urnOf('distribution', id), label: row.title || dataset.title },
      data: {
        dataset_id: urnOf('dataset', dataset.id),
        media_type: row.media_type,
        hosted: row.source_context !== null,
      },
    })
    return viewDistribution(publicUrl, row)
  })
}

async function requireRoom(tx: Graph['db'], scope: Scope, { id }: DatasetRow): Promise<void> {
  if ((await countDistributions(tx, placeOf(scope), id)) >= MOST_DISTRIBUTIONS)
    fail('unacceptable', `A dataset can have at most ${MOST_DISTRIBUTIONS} distributions.`)
}

/** Converts fields of a request to columns. */
export function distributionColumns(body: Partial<Omit<NewDistribution, 'checksum'>> & { checksum?: object | null }) {
  const { datasetId, accessURL, downloadURL, mediaType, byteSize, checksum, ...same } = body
  return {
    ...same,
    ...(accessURL !== undefined && { access_url: accessURL }),
    ...(downloadURL !== undefined && { download_url: downloadURL }),
    ...(mediaType !== undefined && { media_type: mediaType }),
    ...(byteSize !== undefined && { byte_size: byteSize }),
    ...(checksum !== undefined && { checksum: checksum && JSON.stringify(checksum) }),
  }
}

function unknown({ datasetId }: NewDistribution): never {
  const errors = [{ path: 'datasetId', message: `refers to “${datasetId}”, which is unknown` }]
  return fail('unknown_reference', `${errors[0]!.path} ${errors[0]!.message}.`, { errors })
}
