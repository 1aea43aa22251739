// Moves a case in response to events around it, if CASE_MOVES has that step.

import type { Caller } from '@veritrace/platform/caller'
import type { Db } from '@veritrace/platform/db/db'
import type { Casework } from '../deps.ts'
import { inWords } from '../model/in-words.ts'
import type { Tables } from '../tables.ts'
import { aboutCase, recordCase } from './record.ts'
import { type CaseMove, moveFrom } from './rules.ts'
import { lockCase, updateCaseRow } from './store.ts'
import type { CaseRow } from './tables.ts'

type SystemMove = Exclude<CaseMove, 'close' | 'cancel' | 'reopen'>

/** A case in any other state does not change. Runs in the caller's transaction. */
export async function moveCase(
  deps: Pick<Casework, 'clock' | 'events'>,
  tx: Db<Tables>,
  caller: Caller,
  { tenant_id, workspace_id, id }: Pick<CaseRow, 'tenant_id' | 'workspace_id' | 'id'>,
  move: SystemMove,
): Promise<void> {
  const scope = { tenant: tenant_id, workspace: workspace_id }
  const theCase = await lockCase(tx, scope, id)
  const to = theCase && moveFrom(theCase.status, move)
  if (!theCase || !to) return
  await updateCaseRow(tx, scope, id, { status: to, updated_at: deps.clock.now() })
  await recordCase(deps, tx, caller, theCase, {
    type: 'case.status_changed',
    subject: aboutCase(theCase),
    message: `${theCase.key} went from ${inWords(theCase.status)} to ${inWords(to)}.`,
    data: { from: theCase.status, to, move },
    audit: { action: 'case.move', before: { status: theCase.status }, after: { status: to } },
  })
}
