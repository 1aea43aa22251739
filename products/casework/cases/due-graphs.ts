// The graphs of a project: that of its estate, and those of its cases, which name objects of the estate.

import type { Db } from '@veritrace/platform/db/db'
import { dueContext } from '../knowledge/outbox-store.ts'
import { caseContext, estateContext } from '../model/graph-contexts.ts'
import type { Scope } from '../model/space.ts'
import type { Tables } from '../tables.ts'
import { listCasesOf } from './store.ts'

/** Deleting, restoring or renaming a project changes all its graphs. */
export async function dueGraphs(tx: Db<Tables>, scope: Scope, projectId: string, now: Date): Promise<void> {
  await dueContext(tx, estateContext(scope.tenant, scope.workspace, projectId), now)
  for (const theCase of await listCasesOf(tx, scope, projectId)) await dueContext(tx, caseContext(theCase), now)
}
