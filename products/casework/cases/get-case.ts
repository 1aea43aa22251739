// Finds a case or fails: 404 if it does not exist in this workspace, 410 if it was deleted.
import type { Db } from '@veritrace/platform/db/db'
import { fail, notFound } from '@veritrace/platform/errors'
import type { Scope } from '../model/space.ts'
import type { Tables } from '../tables.ts'
import { findCase, lockCase } from './store.ts'
import type { CaseRow } from './tables.ts'

export async function getCase(db: Db<Tables>, scope: Scope, id: string): Promise<CaseRow> {
  return present(await findCase(db, scope, id), id)
}

/** The same with a row lock, for a transaction that changes the case or its records. */
export async function getLockedCase(tx: Db<Tables>, scope: Scope, id: string): Promise<CaseRow> {
  return present(await lockCase(tx, scope, id), id)
}

function present(found: CaseRow | undefined, id: string): CaseRow {
  const theCase = found ?? notFound('case', id)
  return theCase.deleted_at ? fail('gone', `${theCase.key} was deleted.`) : theCase
}
