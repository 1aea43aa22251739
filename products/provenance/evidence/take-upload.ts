// Turns a finished upload into a file of evidence, once.
import { digestOf } from '@veritrace/platform/blobs/measure'
import type { Caller } from '@veritrace/platform/caller'
import { fail, notFound } from '@veritrace/platform/errors'
import type { Provenance } from '../deps.ts'
import { askForScan, scanColumns } from './scan-evidence.ts'
import type { UploadRow } from './tables.ts'
import { findUpload, lockUpload, markUsed } from './upload-store.ts'

/**
 * Hashes the stored bytes and compares them with the announcement, because not every store checks uploads. This is slow,
 * so it runs before the transaction; the transaction checks that the upload is unused.
 */
export async function checkUpload(
  { db, blobs }: Provenance,
  { tenant }: Caller,
  token: string,
  sha256?: string,
): Promise<void> {
  const upload = (await findUpload(db, tenant, token)) ?? notFound('upload', token)
  if (upload.used_at) return
  if (sha256 !== undefined && sha256 !== upload.sha256)
    fail('checksum_mismatch', `The upload was announced with the SHA-256 ${upload.sha256}.`)
  const stored = await digestOf(blobs, upload.storage_key)
  if (!stored) fail('evidence_not_uploaded', 'The file has not been uploaded yet.')
  if (stored.sha256 !== upload.sha256) fail('checksum_mismatch', `The SHA-256 of the stored bytes is ${stored.sha256}.`)
  if (stored.size !== upload.size_bytes)
    fail('checksum_mismatch', `The stored file has ${stored.size} bytes, not ${upload.size_bytes}.`)
}

/** Marks the upload as used and returns the file columns. Runs in the transaction that writes the evidence row. */
export async function takeUpload(deps: Provenance, caller: Caller, token: string, evidenceId: string) {
  const upload = (await lockUpload(deps.db, caller.tenant, token)) ?? notFound('upload', token)
  if (upload.used_at) fail('upload_used')
  await markUsed(deps.db, caller.tenant, token, deps.clock.now())
  await askForScan(deps, caller.tenant, evidenceId)
  return { ...fileColumns(upload), ...scanColumns(deps), uploaded_by: caller.actor.id }
}

const fileColumns = ({ storage_key, filename, content_type, size_bytes, sha256 }: UploadRow) => ({
  storage_key,
  filename,
  content_type,
  size_bytes,
  sha256,
  storage_tier: 'hot' as const,
  upload_status: 'uploaded' as const,
})
