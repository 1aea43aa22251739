// Deletes a case: the row remains but is hidden. A plan that is approved or in delivery prevents it.

import type { Caller } from '@veritrace/platform/caller'
import type { Db } from '@veritrace/platform/db/db'
import { transact } from '@veritrace/platform/db/transact'
import { fail, staleVersion } from '@veritrace/platform/errors'
import type { Casework } from '../deps.ts'
import { dueContext } from '../knowledge/outbox-store.ts'
import { actorOf } from '../model/actors.ts'
import { caseContext } from '../model/graph-contexts.ts'
import { scopeOf } from '../model/scope.ts'
import type { Tables } from '../tables.ts'
import { getCase, getLockedCase } from './get-case.ts'
import { aboutCase, recordCase } from './record.ts'
import { hasActivePlan, listOpenOf, updateCaseRow } from './store.ts'
import type { Closed } from './tables.ts'

export async function deleteCase(
  deps: Casework,
  caller: Caller,
  id: string,
  ifVersion: number | undefined,
): Promise<undefined> {
  const scope = scopeOf(caller)
  const { id: caseId } = await getCase(deps.db, scope, id)
  await transact(deps.db, async (tx) => {
    const theCase = await getLockedCase(tx, scope, caseId)
    if (ifVersion !== undefined && ifVersion !== theCase.version) staleVersion('case', theCase.version)
    if (await hasActivePlan(tx, scope, caseId))
      fail('has_dependents', 'A plan of this case is approved or in delivery.')
    const now = deps.clock.now()
    await updateCaseRow(tx, scope, caseId, { deleted_at: now, updated_at: now })
    await dueContext(tx, caseContext(theCase), now)
    await recordCase(deps, tx, caller, theCase, {
      type: 'case.deleted',
      subject: aboutCase(theCase),
      message: `${theCase.key} was deleted.`,
      audit: { action: 'case.delete', before: { status: theCase.status, version: theCase.version } },
    })
  })
}

/** Closes the open cases of a deleted project, whatever their state. */
export async function closeCasesOf(
  deps: Pick<Casework, 'clock' | 'events'>,
  tx: Db<Tables>,
  caller: Caller,
  projectId: string,
): Promise<void> {
  const scope = scopeOf(caller)
  const closed: Closed = {
    at: deps.clock.now().toISOString(),
    by: actorOf(caller),
    outcome: 'cancelled',
    note: 'Its project was deleted.',
  }
  for (const { id } of await listOpenOf(tx, scope, projectId)) {
    const theCase = await getLockedCase(tx, scope, id)
    await updateCaseRow(tx, scope, id, {
      status: 'closed',
      closed: JSON.stringify(closed),
      updated_at: deps.clock.now(),
    })
    await recordCase(deps, tx, caller, theCase, {
      type: 'case.closed',
      subject: aboutCase(theCase),
      message: `${theCase.key} was closed because its project was deleted.`,
      audit: {
        action: 'case.close',
        before: { status: theCase.status },
        after: { status: 'closed' },
        reason: closed.note,
      },
    })
  }
}
