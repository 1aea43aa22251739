// The graphs of a project: that of its estate, and those of its cases, which name objects of the estate.
import type { Db } from '@veritrace/platform/db/db'
import { caseContext } from '../cases/projection.ts'
import { listCasesOf } from '../cases/store.ts'
import { estateContext } from '../estate/projection.ts'
import { dueContext } from '../knowledge/outbox-store.ts'
import type { Scope } from '../model/space.ts'
import type { Tables } from '../tables.ts'

/** Deleting, restoring or renaming a project changes all its graphs. */
export async function dueGraphs(tx: Db<Tables>, scope: Scope, projectId: string, now: Date): Promise<void> {
  await dueContext(tx, estateContext(scope.tenant, scope.workspace, projectId), now)
  for (const theCase of await listCasesOf(tx, scope, projectId)) await dueContext(tx, caseContext(theCase), now)
}
