// Creates the URL for one upload. Registering the upload checks the bytes against what is announced here.
import type { NewUpload, Upload } from '@veritrace/contract/provenance/evidence'
import { safeFilename } from '@veritrace/platform/blobs/terms'
import type { Caller } from '@veritrace/platform/caller'
import { transact } from '@veritrace/platform/db/transact'
import { newId } from '@veritrace/platform/ids'
import type { Provenance } from '../deps.ts'
import { LINK_SECONDS } from './hand-out-file.ts'
import { keyPrefix } from './rules.ts'
import { insertUpload } from './upload-store.ts'

export async function presignUpload(deps: Provenance, caller: Caller, body: NewUpload): Promise<Upload> {
  const { content_type, size_bytes, sha256 } = body
  const token = newId('upl')
  const storage_key = keyPrefix(caller.tenant, 'hot') + newId('obj')
  const link = await deps.blobs.presignPut(storage_key, {
    contentType: content_type,
    size: size_bytes,
    sha256,
    expiresIn: LINK_SECONDS,
    owner: caller.tenant,
    by: caller.actor.id,
  })
  return transact(deps.db, async (tx) => {
    await insertUpload(tx, {
      token,
      tenant_id: caller.tenant,
      storage_key,
      filename: safeFilename(body.filename),
      content_type,
      size_bytes,
      sha256,
      created_by: caller.actor.id,
      created_at: deps.clock.now(),
    })
    await deps.events.record(tx, caller, {
      action: 'evidence.presign',
      resource: { type: 'evidence_upload', id: token, label: safeFilename(body.filename) },
      data: { content_type, size_bytes, sha256 },
    })
    return {
      upload_url: link.url,
      method: link.method,
      headers: link.headers,
      storage_key_token: token,
      expires_at: link.expires_at,
      max_bytes: size_bytes,
    }
  })
}
