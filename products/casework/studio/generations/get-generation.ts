// Reads a generation that has not expired.

import type { Caller } from '@veritrace/platform/caller'
import type { Db } from '@veritrace/platform/db/db'
import { fail, notFound } from '@veritrace/platform/errors'
import type { Casework } from '../../deps.ts'
import type { Scope } from '../../model/space.ts'
import type { Tables } from '../../tables.ts'
import type { Studio } from '../deps.ts'
import type { GenerationRow } from '../tables.ts'
import { isCreator, isExpired } from './rules.ts'
import { findGeneration, lockGeneration } from './store.ts'

/** 404 if it does not exist, 410 if it has expired. */
export async function getGeneration(
  { db, clock }: Pick<Casework, 'db' | 'clock'>,
  scope: Scope,
  id: string,
): Promise<GenerationRow> {
  const row = (await findGeneration(db, scope, id)) ?? notFound('generation', id)
  return isExpired(row, clock.now()) ? fail('gone', `The generation “${id}” has expired.`) : row
}

/** Locks a generation for a caller who may change it: its creator or an admin. */
export async function lockForChange(
  deps: Studio,
  tx: Db<Tables>,
  caller: Caller,
  asked: { scope: Scope; id: string; isAdmin: boolean },
): Promise<GenerationRow> {
  const row = (await lockGeneration(tx, asked.scope, asked.id)) ?? notFound('generation', asked.id)
  if (isExpired(row, deps.clock.now())) fail('gone', `The generation “${asked.id}” has expired.`)
  if (!asked.isAdmin && !isCreator(row, caller.actor.id))
    fail('role_required', 'Only its creator and admins may change it.', { required_role: ['admin'] })
  return row
}
