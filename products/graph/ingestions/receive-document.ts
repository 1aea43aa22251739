// Receives a document: stores its bytes as they arrive, then adds its record and the job that reads it.
import { setTimeout as pause } from 'node:timers/promises'
import { type Ingestion, LARGEST_DOCUMENT } from '@veritrace/contract/graph/ingestions'
import { type Answer, answer } from '@veritrace/platform/answer'
import type { Caller } from '@veritrace/platform/caller'
import { transact } from '@veritrace/platform/db/transact'
import { fail } from '@veritrace/platform/errors'
import { newId } from '@veritrace/platform/ids'
import type { Graph } from '../deps.ts'
import { refuseOtherCharsets } from '../guard/charset.ts'
import type { Scope } from '../scope/scope.ts'
import { countReceived } from './count-received.ts'
import { documentKey, documentType } from './document.ts'
import { addIngestJob } from './ingest-job.ts'
import { readOrderOf } from './read-order.ts'
import { lockLastWrite } from './replace-store.ts'
import { arrivalAfter, CLOCKS_DIFFER_MS, isFinished, SAME_FOR_MS, SILENT_MS } from './rules.ts'
import { insertIngestion, lockDuplicate } from './store.ts'
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
  const counting = countReceived(readOrderOf({ ...columns, id, chunks: 0 }), document.bytes)
  let kept = false
  try {
    const { size, sha256 } = await deps.ingesting.track(() =>
      deps.blobs.put(key, counting.bytes, { contentType, maxBytes: LARGEST_DOCUMENT }),
    )
    if (size === 0) fail('malformed_body', 'The body is empty.')
    const wanted = { ...columns, checksum: sha256 }
    const total = await counting.total()
    const given = await transact(deps.db, async (tx) => {
      const now = deps.clock.now()
      const same = await lockDuplicate(tx, wanted, new Date(now.getTime() - SAME_FOR_MS))
      if (same && isSilent(same, now)) await addIngestJob(deps, tx, same)
      if (same) return answer(viewIngestion(same), { status: 200, headers: { location: locationOf(same) } })
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
    counting.close()
    if (!kept) await deps.blobs.delete(key)
  }
}

const columnsOf = ({ tenant, workspace, context, width }: Scope, mode: Ingestion['mode']) => ({
  tenant_id: tenant,
  workspace_id: workspace,
  context,
  // A document that replaces a context must not write to others.
  width: mode === 'replace' ? ('context' as const) : width,
  mode,
})

/**
 * The time of arrival separates statements from before a replacement from later ones, and orders replacements. Each
 * therefore gets a moment that is later than everything in the context. Server clocks are assumed to differ by less
 * than a minute; moments further ahead are ignored.
 */
async function arrivalOf(tx: Graph['db'], scope: Scope, now: Date): Promise<Date> {
  const last = await lockLastWrite(tx, scope, now, new Date(now.getTime() + CLOCKS_DIFFER_MS))
  return arrivalAfter(last, now)
}

const LONGEST_PAUSE_MS = 1_000

/** Delays the answer until its moment has passed, so that the client's next write is later by our clock, too. */
async function untilPast({ clock }: Pick<Graph, 'clock'>, moment: Date): Promise<void> {
  const left = moment.getTime() - clock.now().getTime()
  if (left > 0) await pause(Math.min(left, LONGEST_PAUSE_MS))
}

const locationOf = ({ id }: IngestionRow): string => `/graph/ingestions/${id}`

/** Its worker may have died, and no other would start before its lease expires. Two workers at once do no harm. */
const isSilent = ({ status, touched_at }: IngestionRow, now: Date): boolean =>
  !isFinished(status) && touched_at.getTime() < now.getTime() - SILENT_MS
