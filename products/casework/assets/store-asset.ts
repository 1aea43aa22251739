// Stores a finished file as an asset: first the bytes, then the row and its event in one transaction.
import { createHash } from 'node:crypto'
import type { Asset } from '@veritrace/contract/casework/assets'
import type { Bytes } from '@veritrace/platform/blobs/blobs'
import type { Caller } from '@veritrace/platform/caller'
import type { Db } from '@veritrace/platform/db/db'
import { transact } from '@veritrace/platform/db/transact'
import { newId } from '@veritrace/platform/ids'
import type { Casework } from '../deps.ts'
import { actorOf } from '../model/actors.ts'
import { scopeOf } from '../model/scope.ts'
import type { Tables } from '../tables.ts'
import { insertAsset } from './store.ts'
import type { AssetRow } from './tables.ts'
import { viewAsset } from './view.ts'

export interface Made {
  projectId: string
  kind: Asset['kind']
  format: string
  title: string
  filename: string
  mediaType: string
  bytes: Bytes
  params: Record<string, unknown>
  source: Record<string, unknown>
}

export async function storeAsset(deps: Casework, caller: Caller, made: Made): Promise<Asset> {
  const { db, blobs, events } = deps
  const id = newId('ast')
  const blob_key = `casework/assets/${caller.tenant}/${id}`
  const { size, sha256 } = await blobs.put(blob_key, made.bytes, { contentType: made.mediaType })
  return transact(db, async (tx) => {
    const row = rowOf(deps, caller, { ...made, id, size, sha256 })
    await insertAsset(tx, columnsOf(row, { blob_key, text: null }))
    await events.record(tx, caller, {
      action: 'asset.create',
      resource: { type: 'asset', id: row.id, label: row.title },
      data: { kind: row.kind, format: row.format, sha256 },
    })
    return viewAsset(row)
  })
}

/** Stores a short text in the caller's transaction, such as the manifest of a transport. */
export const openStoreFile =
  (deps: Casework) =>
  async (
    tx: Db<Tables>,
    caller: Caller,
    file: {
      projectId: string | null
      caseId: string
      mediaType: string
      text: string
      filename: string
      title: string
    },
  ): Promise<string | null> => {
    if (!file.projectId) return null
    const bytes = Buffer.from(file.text)
    const row = rowOf(deps, caller, {
      id: newId('ast'),
      ...{ projectId: file.projectId, kind: 'hand_over', format: file.filename.split('.').at(-1)! },
      ...{ title: file.title, filename: file.filename, mediaType: file.mediaType },
      ...{ params: {}, source: { case_ids: [file.caseId] } },
      ...{ size: bytes.length, sha256: createHash('sha256').update(bytes).digest('hex') },
    })
    await insertAsset(tx, columnsOf(row, { blob_key: null, text: file.text }))
    return row.id
  }

const rowOf = (
  { clock }: Pick<Casework, 'clock'>,
  caller: Caller,
  made: Omit<Made, 'bytes'> & { id: string; size: number; sha256: string },
): AssetRow => ({
  id: made.id,
  ...{ tenant_id: scopeOf(caller).tenant, workspace_id: scopeOf(caller).workspace, project_id: made.projectId },
  ...{ kind: made.kind, format: made.format, title: made.title, filename: made.filename, media_type: made.mediaType },
  ...{ bytes: made.size, sha256: made.sha256, blob_key: null, params: made.params, source: made.source },
  ...{ created_by: actorOf(caller), created_at: clock.now(), expires_at: null },
})

const columnsOf = (row: AssetRow, kept: { blob_key: string | null; text: string | null }) => ({
  ...row,
  ...kept,
  params: JSON.stringify(row.params),
  source: JSON.stringify(row.source),
  created_by: JSON.stringify(row.created_by),
})
