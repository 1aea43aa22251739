// Takes a document: its bytes first, as they come, then its record and the job that reads it.
import { type Ingestion, LARGEST_DOCUMENT } from '@veritrace/contract/graph/ingestions'
import { transact } from '@veritrace/platform/db/transact'
import { fail } from '@veritrace/platform/errors'
import { type Answer, answer } from '@veritrace/platform/http/answer'
import type { Caller } from '@veritrace/platform/identity/caller'
import { newId } from '@veritrace/platform/ids'
import type { Graph } from '../deps.ts'
import { refuseOtherCharsets } from '../guard/charset.ts'
import type { Scope } from '../scope/scope.ts'
import { countAlong } from './count-along.ts'
import { documentKey, documentType } from './document.ts'
import { addIngestJob } from './ingest-job.ts'
import { readOrderOf } from './read-order.ts'
import { isFinished, SAME_FOR_MS, SILENT_MS } from './rules.ts'
import { insertIngestion, lockTwin } from './store.ts'
import type { IngestionRow } from './tables.ts'
import { viewIngestion } from './view.ts'

interface Document {
  bytes: AsyncIterable<Uint8Array>
  contentType: string
  source: string | null
  mode: Ingestion['mode']
}

export async function receiveDocument(
  deps: Graph,
  caller: Caller,
  scope: Scope,
  document: Document,
): Promise<Answer<Ingestion>> {
  refuseOtherCharsets(document.contentType)
  const contentType = documentType(document.contentType)
  const id = newId('ing')
  const key = documentKey(scope.tenant, id)
  const columns = { ...columnsOf(scope, document.mode), content_type: contentType }
  const along = countAlong(readOrderOf({ ...columns, id, chunks: 0 }), document.bytes)
  let kept = false
  try {
    const { size, sha256 } = await deps.ingesting.during(() =>
      deps.blobs.put(key, along.bytes, { contentType, maxBytes: LARGEST_DOCUMENT }),
    )
    if (size === 0) fail('malformed_body', 'There is nothing in the body.')
    const wanted = { ...columns, checksum: sha256 }
    const total = await along.total()
    const given = await transact(deps.db, async (tx) => {
      const now = deps.clock.now()
      const twin = await lockTwin(tx, wanted, new Date(now.getTime() - SAME_FOR_MS))
      if (twin && isSilent(twin, now)) await addIngestJob(deps, tx, twin)
      if (twin) return answer(viewIngestion(twin), { status: 200, headers: { location: locationOf(twin) } })
      const row = await insertIngestion(tx, {
        ...wanted,
        id,
        status: 'queued',
        source: document.source,
        bytes: size,
        total,
        actor: JSON.stringify(caller.actor),
        customer_id: caller.customer,
        created_at: now,
        touched_at: now,
      })
      await addIngestJob(deps, tx, row)
      await deps.events.record(tx, caller, {
        action: 'ingestion.create',
        resource: { type: 'ingestion', id, label: document.source ?? id },
        data: { contextId: scope.contextId, contentType, mode: document.mode, bytes: size },
      })
      return answer(viewIngestion(row), { headers: { location: locationOf(row) } })
    })
    kept = given.body.id === id
    return given
  } finally {
    along.close()
    if (!kept) await deps.blobs.delete(key)
  }
}

const columnsOf = ({ tenant, workspace, context, width }: Scope, mode: Ingestion['mode']) => ({
  tenant_id: tenant,
  workspace_id: workspace,
  context,
  // A document that replaces a context says nothing about others.
  width: mode === 'replace' ? ('context' as const) : width,
  mode,
})

const locationOf = ({ id }: IngestionRow): string => `/graph/ingestions/${id}`

/** Its worker may have died; then nobody would begin again before its lease is over. Two at once do no harm. */
const isSilent = ({ status, touched_at }: IngestionRow, now: Date): boolean =>
  !isFinished(status) && touched_at.getTime() < now.getTime() - SILENT_MS
