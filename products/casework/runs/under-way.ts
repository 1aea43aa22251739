// Checks that a run is still active, under the lock of its case, before any result is stored.
import type { Db } from '@veritrace/platform/db/db'
import { lockCase } from '../cases/store.ts'
import type { CaseRow } from '../cases/tables.ts'
import type { Scope } from '../model/space.ts'
import type { Tables } from '../tables.ts'
import { isUnderWay } from './rules.ts'
import { findRun } from './store.ts'
import type { RunRow } from './tables.ts'

/** Undefined if the run was canceled, another process has ended it, or the case no longer exists. */
export async function lockUnderWay(
  tx: Db<Tables>,
  scope: Scope,
  run: Pick<RunRow, 'id' | 'case_id'>,
): Promise<CaseRow | undefined> {
  const theCase = await lockCase(tx, scope, run.case_id)
  const now = theCase && (await findRun(tx, scope, run.case_id, run.id))
  return now && isUnderWay(now.state) ? theCase : undefined
}
