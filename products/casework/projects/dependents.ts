// What hangs on a project and would be left in the air without it. The room of cases hands in its own.
import type { Db } from '@veritrace/platform/db/db'
import type { Caller } from '@veritrace/platform/identity/caller'
import type { Scope } from '../model/space.ts'
import type { Tables } from '../tables.ts'

export interface Dependents {
  /** How many cases of each project are open; those without any may be left out. */
  openCases(db: Db<Tables>, scope: Scope, projectIds: readonly string[]): Promise<ReadonlyMap<string, number>>
  /** Closes them with their project. */
  closeCases(tx: Db<Tables>, caller: Caller, projectId: string): Promise<void>
}
