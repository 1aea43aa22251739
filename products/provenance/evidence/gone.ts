// The error for evidence that does not exist: 410 if a retention policy removed it, 404 otherwise.
import { fail, notFound } from '@veritrace/platform/errors'
import type { Provenance } from '../deps.ts'
import { findTombstone } from './store.ts'

export async function gone(db: Provenance['db'], tenant: string, id: string): Promise<never> {
  const stone = await findTombstone(db, tenant, id)
  if (!stone) return notFound('evidence', id)
  const deleted_at = stone.deleted_at.toISOString()
  const { sha256, policy_id } = stone
  return fail('evidence_removed', `A retention policy removed it on ${deleted_at.slice(0, 10)}.`, {
    sha256,
    policy_id,
    deleted_at,
  })
}
