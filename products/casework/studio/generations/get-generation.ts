// One generation that can still be read.
import type { Db } from '@veritrace/platform/db/db'
import { fail, notFound } from '@veritrace/platform/errors'
import type { Caller } from '@veritrace/platform/identity/caller'
import type { Casework } from '../../deps.ts'
import type { Scope } from '../../model/space.ts'
import type { Tables } from '../../tables.ts'
import type { Studio } from '../deps.ts'
import type { GenerationRow } from '../tables.ts'
import { isExpired, isMaker } from './rules.ts'
import { findGeneration, lockGeneration } from './store.ts'

/** 404 for what is not there, 410 for what has expired. */
export async function getGeneration(
  { db, clock }: Pick<Casework, 'db' | 'clock'>,
  scope: Scope,
  id: string,
): Promise<GenerationRow> {
  const row = (await findGeneration(db, scope, id)) ?? notFound('generation', id)
  return isExpired(row, clock.now()) ? fail('gone', `The generation “${id}” has expired.`) : row
}

/** Locked, for whoever may change it: its maker, or an admin. */
export async function lockOwn(
  deps: Studio,
  tx: Db<Tables>,
  caller: Caller,
  asked: { scope: Scope; id: string; isAdmin: boolean },
): Promise<GenerationRow> {
  const row = (await lockGeneration(tx, asked.scope, asked.id)) ?? notFound('generation', asked.id)
  if (isExpired(row, deps.clock.now())) fail('gone', `The generation “${asked.id}” has expired.`)
  if (!asked.isAdmin && !isMaker(row, caller.actor.id))
    fail('role_required', 'Only who made it and admins may change it.', { required_role: ['admin'] })
  return row
}
