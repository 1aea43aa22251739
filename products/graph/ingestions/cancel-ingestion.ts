// Stops an ingestion at its next chunk; one that has not started never starts.
import type { Ingestion } from '@veritrace/contract/graph/ingestions'
import type { Caller } from '@veritrace/platform/caller'
import { transact } from '@veritrace/platform/db/transact'
import { forbiddenTransition, notFound } from '@veritrace/platform/errors'
import type { Graph } from '../deps.ts'
import { onlyContext, type Scope } from '../scope/scope.ts'
import { documentKey } from './document.ts'
import { endIngestion } from './end-ingestion.ts'
import { isFinished } from './rules.ts'
import { findIngestion, lockIngestion, updateIngestion } from './store.ts'
import { viewIngestion } from './view.ts'

export async function cancelIngestion(deps: Graph, caller: Caller, scope: Scope, id: string): Promise<Ingestion> {
  const canceled = await transact(deps.db, async (tx) => {
    const seen = await findIngestion(tx, scope.tenant, scope.workspace, id, onlyContext(scope))
    const row = (seen && (await lockIngestion(tx, scope.tenant, id))) ?? notFound('ingestion', id)
    if (isFinished(row.status)) forbiddenTransition('ingestion', row.status, 'cancelled', [])
    await updateIngestion(tx, scope.tenant, id, { cancelled_at: deps.clock.now() })
    return viewIngestion(await endIngestion(deps, tx, caller, row, CANCELLED))
  })
  await deps.blobs.delete(documentKey(scope.tenant, id))
  return canceled
}

const CANCELLED = { line: null, message: 'The ingestion was canceled.' }
