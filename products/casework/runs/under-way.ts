// Whether a run still has somebody to work for: asked under the lock of its case before anything of it is kept.
import type { Db } from '@veritrace/platform/db/db'
import { lockCase } from '../cases/store.ts'
import type { CaseRow } from '../cases/tables.ts'
import type { Scope } from '../model/space.ts'
import type { Tables } from '../tables.ts'
import { isUnderWay } from './rules.ts'
import { findRun } from './store.ts'
import type { RunRow } from './tables.ts'

/** Undefined where somebody has stopped it, another process has ended it, or the case is gone. */
export async function lockUnderWay(
  tx: Db<Tables>,
  scope: Scope,
  run: Pick<RunRow, 'id' | 'case_id'>,
): Promise<CaseRow | undefined> {
  const theCase = await lockCase(tx, scope, run.case_id)
  const now = theCase && (await findRun(tx, scope, run.case_id, run.id))
  return now && isUnderWay(now.state) ? theCase : undefined
}
