// The graphs that speak of a project: its estate, and each of its cases, which name objects of that estate.
import type { Db } from '@veritrace/platform/db/db'
import { caseContext } from '../cases/projection.ts'
import { listCasesOf } from '../cases/store.ts'
import { estateContext } from '../estate/projection.ts'
import { dueContext } from '../knowledge/outbox-store.ts'
import type { Scope } from '../model/space.ts'
import type { Tables } from '../tables.ts'

/** Where a project goes, comes back or gets another name, so does all that is said of it. */
export async function dueGraphs(tx: Db<Tables>, scope: Scope, projectId: string, now: Date): Promise<void> {
  await dueContext(tx, estateContext(scope.tenant, scope.workspace, projectId), now)
  for (const theCase of await listCasesOf(tx, scope, projectId)) await dueContext(tx, caseContext(theCase), now)
}
