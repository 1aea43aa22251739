// The answer for evidence that is not there: removed by a policy, or never the caller's.
import { fail, notFound } from '@veritrace/platform/errors'
import type { Provenance } from '../deps.ts'
import { findTombstone } from './store.ts'

export async function gone(db: Provenance['db'], tenant: string, id: string): Promise<never> {
  const stone = await findTombstone(db, tenant, id)
  if (!stone) return notFound('evidence', id)
  const deleted_at = stone.deleted_at.toISOString()
  const { sha256, policy_id } = stone
  return fail('evidence_removed', `It was removed by policy on ${deleted_at.slice(0, 10)}.`, {
    sha256,
    policy_id,
    deleted_at,
  })
}
