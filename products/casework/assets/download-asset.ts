// Downloads an asset, completely or as a byte range.
import { answer } from '@veritrace/platform/answer'
import { fail, notFound } from '@veritrace/platform/errors'
import type { Casework } from '../deps.ts'
import type { Scope } from '../model/space.ts'
import { findAsset } from './store.ts'

export async function downloadAsset(
  { db, blobs, clock }: Casework,
  scope: Scope,
  { projectId, assetId, range }: { projectId: string; assetId: string; range: string | undefined },
) {
  const asset = (await findAsset(db, scope, projectId, assetId)) ?? notFound('asset', assetId)
  if (asset.expires_at && asset.expires_at <= clock.now()) fail('gone', 'The file has expired. Generate it again.')
  const size = Number(asset.bytes)
  const part = range === undefined ? undefined : partOf(range, size)
  const headers = {
    'content-type': asset.media_type,
    'content-disposition': `attachment; filename="${asset.filename.replace(/[^\w.-]/g, '_')}"`,
    'accept-ranges': 'bytes',
    digest: `sha-256=${Buffer.from(asset.sha256, 'hex').toString('base64')}`,
    'content-length': String(part ? part.end - part.start + 1 : size),
    ...(part && { 'content-range': `bytes ${part.start}-${part.end}/${size}` }),
  }
  const status = part ? 206 : 200
  if (asset.text !== null) {
    const bytes = Buffer.from(asset.text)
    return answer(part ? bytes.subarray(part.start, part.end + 1) : bytes, { status, headers })
  }
  const blob = await blobs.get(asset.blob_key!, { ...(part && { range: part }) })
  if (!blob) return notFound('asset', assetId)
  return answer(blob.stream as AsyncIterable<Uint8Array>, { status, headers })
}

/** A single range, RFC 9110 §14.2; any other value of the header is ignored. */
function partOf(range: string, size: number): { start: number; end: number } | undefined {
  const [, first, last] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(range.trim()) ?? []
  if (first === undefined || (first === '' && last === '')) return undefined
  const start = first === '' ? Math.max(0, size - Number(last)) : Number(first)
  const end = first === '' || last === '' ? size - 1 : Math.min(Number(last), size - 1)
  if (start > end || start >= size) fail('range_not_satisfiable', undefined, {}, { 'content-range': `bytes */${size}` })
  return { start, end }
}
