// Takes a document: its bytes first, as they come, then its record and the job that reads it.
import { setTimeout as pause } from 'node:timers/promises'
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
import { lockLastMoment } from './replace-store.ts'
import { arrivalAfter, CLOCKS_DIFFER_MS, isFinished, SAME_FOR_MS, SILENT_MS } from './rules.ts'
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
        created_at: document.mode === 'replace' ? await arrivalOf(tx, scope, now) : now,
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
    await untilPast(deps, new Date(given.body.createdAt))
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

/**
 * What was said before a replacement came is told from the rest by the time, and so is what two of them say: each comes at a
 * moment of its own, after all that is there. Clocks of servers differ by less than a minute; one that has been further ahead
 * is not followed.
 */
async function arrivalOf(tx: Graph['db'], scope: Scope, now: Date): Promise<Date> {
  const last = await lockLastMoment(tx, scope, now, new Date(now.getTime() + CLOCKS_DIFFER_MS))
  return arrivalAfter(last, now)
}

const LONGEST_PAUSE_MS = 1_000

/** Whoever has the answer speaks after it, also by our clock. */
async function untilPast({ clock }: Pick<Graph, 'clock'>, moment: Date): Promise<void> {
  const left = moment.getTime() - clock.now().getTime()
  if (left > 0) await pause(Math.min(left, LONGEST_PAUSE_MS))
}

const locationOf = ({ id }: IngestionRow): string => `/graph/ingestions/${id}`

/** Its worker may have died; then nobody would begin again before its lease is over. Two at once do no harm. */
const isSilent = ({ status, touched_at }: IngestionRow, now: Date): boolean =>
  !isFinished(status) && touched_at.getTime() < now.getTime() - SILENT_MS
