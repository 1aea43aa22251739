// Updates and deletes generations. Bundles never change, and cannot be deleted while their case exists.
import type { Generation } from '@veritrace/contract/casework/generations'
import type { Caller } from '@veritrace/platform/caller'
import { transact } from '@veritrace/platform/db/transact'
import { fail, staleVersion } from '@veritrace/platform/errors'
import { findCase } from '../../cases/store.ts'
import { scopeOf } from '../../model/scope.ts'
import type { Studio } from '../deps.ts'
import { lockForChange } from './get-generation.ts'
import { deleteGeneration, deleteGenerations, updateGeneration } from './store.ts'
import { recordGeneration } from './store-generation.ts'
import { viewGeneration } from './view.ts'

export async function updateOne(
  deps: Studio,
  caller: Caller,
  id: string,
  change: { title?: string; starred?: boolean },
  ifVersion: number | undefined,
): Promise<Generation> {
  const scope = scopeOf(caller)
  const isAdmin = await deps.isAdmin(caller)
  return transact(deps.db, async (tx) => {
    const row = await lockForChange(deps, tx, caller, { scope, id, isAdmin })
    if (row.immutable) fail('generation_immutable')
    if (ifVersion !== undefined && ifVersion !== row.version) staleVersion('generation', row.version)
    const { title = row.title, starred = row.starred } = change
    const changed = await updateGeneration(tx, scope, id, { title: title.trim(), starred })
    await recordGeneration(deps, tx, caller, changed, 'update')
    return viewGeneration(changed)
  })
}

export async function removeOne(
  deps: Studio,
  caller: Caller,
  id: string,
  ifVersion: number | undefined,
): Promise<undefined> {
  const scope = scopeOf(caller)
  const isAdmin = await deps.isAdmin(caller)
  return transact(deps.db, async (tx) => {
    const row = await lockForChange(deps, tx, caller, { scope, id, isAdmin })
    if (ifVersion !== undefined && ifVersion !== row.version) staleVersion('generation', row.version)
    const referrer = row.kind === 'bundle' && row.case_id ? await findCase(tx, scope, row.case_id) : undefined
    if (referrer && !referrer.deleted_at)
      fail('has_dependents', `The case ${referrer.key} refers to this bundle.`, { case_id: referrer.id })
    await deleteGeneration(tx, scope, id)
    await recordGeneration(deps, tx, caller, row, 'delete')
    return undefined
  })
}

export async function removeAll(
  deps: Studio,
  caller: Caller,
  asked: { confirm?: boolean; scope: 'mine' | 'workspace' },
): Promise<{ deleted: number; retained: number }> {
  if (asked.confirm !== true) fail('confirmation_required', 'Send confirm=true to delete all of them.')
  if (asked.scope === 'workspace' && !(await deps.isAdmin(caller)))
    fail('role_required', 'Only admins may delete the generations of others.', { required_role: ['admin'] })
  const scope = scopeOf(caller)
  return transact(deps.db, async (tx) => {
    const counts = await deleteGenerations(tx, scope, asked.scope === 'mine' ? caller.actor.id : undefined)
    await deps.events.record(tx, caller, {
      action: 'generation.delete',
      resource: { type: 'generation', id: '*', label: `${counts.deleted} generations` },
      data: { ...counts, scope: asked.scope },
    })
    return counts
  })
}
