// Downloads the file of a hosted distribution.

import { type Answer, answer } from '@veritrace/platform/answer'
import { fail, notFound } from '@veritrace/platform/errors'
import type { Graph } from '../deps.ts'
import type { Scope } from '../scope/scope.ts'
import { placeOf } from './create-dataset.ts'
import { requireVisible } from './dataset-columns.ts'
import { findDistribution } from './distribution-store.ts'
import { findKeptFile } from './kept-file-store.ts'
import { fileName, syntaxOf } from './rules.ts'
import type { Place } from './store.ts'
import { bareOf } from './urn.ts'

export async function downloadFile(
  { db, blobs }: Pick<Graph, 'db' | 'blobs'>,
  scope: Scope,
  name: string,
): Promise<Answer<AsyncIterable<Uint8Array>>> {
  const id = bareOf('distribution', name)
  const place = placeOf(scope)
  const row = (await findDistribution(db, place, id)) ?? (await findPublished(db, place, id))
  if (!row) notFound('distribution', name)
  if (row.source_context === null) fail('distribution_not_hosted', 'Use its downloadURL or accessURL.')
  // A call in workspace scope may have added another context's file to this catalog.
  requireVisible(scope, row.source_context)
  if (row.status === 'failed') fail('distribution_not_ready', row.problem ?? undefined)
  if (row.status === 'preparing') fail('distribution_not_ready', undefined, {}, { 'retry-after': '5' })
  const file = await blobs.get(row.blob_key!)
  if (!file) throw new Error(`The file of distribution ${row.id} is missing.`)
  return answer(file.stream, {
    headers: {
      'content-type': row.media_type!,
      'content-length': String(file.size),
      'content-disposition': `attachment; filename="${fileName(row.title, row.id, syntaxOf(row.format))}"`,
      'repr-digest': `sha-256=:${Buffer.from(file.sha256, 'hex').toString('base64')}:`,
      etag: `"${file.sha256}"`,
    },
  })
}

/** A file in a published snapshot stays available at its address, even if the distribution was deleted. */
async function findPublished(db: Graph['db'], place: Place, id: string) {
  const file = await findKeptFile(db, place, id)
  return file && { ...file, id, status: 'ready' as const, problem: null }
}
