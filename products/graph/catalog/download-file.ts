// The file of a hosted distribution, as it was written.
import { fail, notFound } from '@veritrace/platform/errors'
import { type Answer, answer } from '@veritrace/platform/http/answer'
import type { Graph } from '../deps.ts'
import type { Scope } from '../scope/scope.ts'
import { placeOf } from './create-dataset.ts'
import { findDistribution } from './distribution-store.ts'
import { findKeptFile } from './kept-file-store.ts'
import { fileName, syntaxOf } from './rules.ts'
import type { Place } from './store.ts'
import { bareOf } from './urn.ts'
import { requireVisible } from './words.ts'

export async function downloadFile(
  { db, blobs }: Pick<Graph, 'db' | 'blobs'>,
  scope: Scope,
  name: string,
): Promise<Answer<AsyncIterable<Uint8Array>>> {
  const id = bareOf('distribution', name)
  const place = placeOf(scope)
  const row = (await findDistribution(db, place, id)) ?? (await findPublished(db, place, id))
  if (!row) notFound('distribution', name)
  if (row.source_context === null) fail('distribution_not_hosted', 'Its downloadURL or accessURL leads to it.')
  // A wide call may have put another context's file into this catalog.
  requireVisible(scope, row.source_context)
  if (row.status === 'failed') fail('distribution_not_ready', row.problem ?? undefined)
  if (row.status === 'preparing') fail('distribution_not_ready', undefined, {}, { 'retry-after': '5' })
  const file = await blobs.get(row.blob_key!)
  if (!file) throw new Error(`The file of distribution ${row.id} is gone.`)
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

/** What a published snapshot names is read at the same address when the catalog has it no more. */
async function findPublished(db: Graph['db'], place: Place, id: string) {
  const file = await findKeptFile(db, place, id)
  return file && { ...file, id, status: 'ready' as const, problem: null }
}
