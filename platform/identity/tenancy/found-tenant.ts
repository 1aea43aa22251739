// Creates a tenant before it has members: its first owner joins with the token created here.

import { systemCaller, type Visitor } from '../../caller.ts'
import type { Clock } from '../../clock.ts'
import type { Db } from '../../db/db.ts'
import { fail } from '../../errors.ts'
import type { Events } from '../../events/event.ts'
import { newId, newSecret } from '../../ids.ts'
import { FOUNDED, insertInvitation } from '../invitations/store.ts'
import { hashOf } from '../secrets.ts'
import { findTenant } from './store.ts'
import { insertTenantWithWorkspace, type TenantInput } from './tenants.ts'

/** How long the first owner has to sign in. */
export const FOUNDING_MS = 7 * 24 * 3_600_000

interface Founding extends TenantInput {
  supportEmail: string
  termsVersion: string
}

/** Call it last in the transaction of `tx`. Only the hash of the token is stored. */
export async function foundTenant(
  { events, clock }: { events: Events; clock: Clock },
  tx: Db,
  visitor: Visitor,
  { termsVersion, ...input }: Founding,
): Promise<{ token: string }> {
  const now = clock.now()
  if (!(await insertTenantWithWorkspace(tx, input, now))) fail('slug_taken', `“${input.id}” is already in use.`)
  const tenant = (await findTenant(tx, input.id))!
  const token = newSecret()
  await insertInvitation(tx, {
    id: newId('inv'),
    tenant_id: tenant.id,
    email: input.supportEmail,
    role: 'owner',
    token_hash: hashOf(token),
    invited_by: FOUNDED,
    created_at: now,
    expires_at: new Date(now.getTime() + FOUNDING_MS),
    accepted_at: null,
    revoked_at: null,
  })
  const { requestId, ip, userAgent } = visitor
  await events.record(
    tx,
    { ...systemCaller(tenant.id, tenant.customer_id), requestId, ip, userAgent },
    {
      action: 'tenant.create',
      resource: { type: 'tenant', id: tenant.id, label: tenant.display_name },
      changes: [{ field: 'terms_version', from: null, to: termsVersion }],
    },
  )
  return { token }
}
