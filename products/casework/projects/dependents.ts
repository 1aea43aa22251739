// What depends on a project. The slice of cases provides the implementation.

import type { Caller } from '@veritrace/platform/caller'
import type { Db } from '@veritrace/platform/db/db'
import type { Scope } from '../model/space.ts'
import type { Tables } from '../tables.ts'

export interface Dependents {
  /** The number of open cases per project; projects without any may be left out. */
  openCases(db: Db<Tables>, scope: Scope, projectIds: readonly string[]): Promise<ReadonlyMap<string, number>>
  /** Closes the open cases of a project that is being deleted. */
  closeCases(tx: Db<Tables>, caller: Caller, projectId: string): Promise<void>
}
