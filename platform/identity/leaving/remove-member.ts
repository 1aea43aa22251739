// Removing a member revokes everything they created and own, and transfers what the team still needs, in one transaction.
import { ROLES } from '@veritrace/contract/endpoint'
import type { HandOver, Holdings, Removed } from '@veritrace/contract/members'
import type { Caller } from '../../caller.ts'
import type { Db } from '../../db/db.ts'
import { afterCommit, transact } from '../../db/transact.ts'
import { fail, notFound } from '../../errors.ts'
import type { ApiKeys } from '../keys/api-keys.ts'
import { insertFormerMember } from '../tenancy/former-store.ts'
import { asResource, lockMember } from '../tenancy/members.ts'
import { labelOf } from '../tenancy/person.ts'
import { deleteMember, findMember, lockTenant, type Member } from '../tenancy/store.ts'
import type { Tenancy } from '../tenancy/tenants.ts'
import { credentialsOf } from './credentials.ts'
import { type Holder, type Leaver, type Successor, viewHeld } from './holding.ts'

export interface Leaving extends Tenancy {
  /** One for each product. */
  holders: readonly Holder[]
  identity?: { keys: Pick<ApiKeys, 'forget'> }
}

/** What a removal would revoke or leave unassigned. */
export async function listHoldings(
  { db, clock, holders }: Pick<Leaving, 'db' | 'clock' | 'holders'>,
  caller: Caller,
  userId: string,
): Promise<{ items: Holdings[] }> {
  const member = (await findMember(db, caller.tenant, userId)) ?? notFound('member', userId)
  const who = { tenant: caller.tenant, person: userId, now: clock.now(), caller }
  const items: Holdings[] = []
  for (const holder of [...credentialsOf({ ...member, revoked: () => {} }), ...holders]) {
    const { kind, title, onRemoval, handOver } = holder
    const { total, items: held } = await holder.list(db, who)
    const can_hand_over = handOver !== undefined
    if (total > 0) items.push({ kind, title, on_removal: onRemoval, can_hand_over, total, items: held.map(viewHeld) })
  }
  return { items }
}

/**
 * After the commit none of their credentials work in this tenant: other processes notice within a second, and open
 * streams end within 30 seconds. The removal is remembered, so they can only come back through a new invitation or if
 * an admin adds them again.
 */
export async function removeMember(
  { db, events, clock, holders, identity }: Leaving,
  caller: Caller,
  userId: string,
  handOver: readonly HandOver[] = [],
): Promise<Removed> {
  return transact(db, async (tx) => {
    // Taken first: invitations and first sign-ins take the same lock, so they see the member either before or after this.
    if (!(await lockTenant(tx, caller.tenant))) fail('customer_not_resolved')
    const member = await lockMember(tx, caller, userId, undefined)
    const who = { tenant: caller.tenant, person: userId, now: clock.now(), caller }
    const revoked: string[] = []
    const all = [...credentialsOf({ ...member, revoked: (prefixes) => revoked.push(...prefixes) }), ...holders]
    const handed_over = await giveAway(tx, all, who, handOver)
    // Waits for credentials they are creating right now; later ones see that the member is gone.
    await deleteMember(tx, caller.tenant, userId)
    await insertFormerMember(tx, caller.tenant, userId, caller.actor.id, who.now)
    const ended: Record<string, number> = {}
    for (const holder of all) {
      const many = await holder.end?.(tx, who)
      if (many) ended[holder.kind] = many
    }
    const data = { ended, handed_over }
    await events.record(tx, caller, { action: 'member.remove', resource: asResource(member), data })
    afterCommit(tx, () => identity?.keys.forget(revoked))
    return data
  })
}

async function giveAway(
  tx: Db,
  holders: readonly Holder[],
  who: Leaver,
  wanted: readonly HandOver[],
): Promise<Record<string, number>> {
  const done: Record<string, number> = {}
  // Single items first: “all of this kind” then means the rest.
  for (const { kind, id, to } of wanted.toSorted((a, b) => Number(!a.id) - Number(!b.id))) {
    const holder = holders.find((one) => one.kind === kind)
    if (!holder?.handOver) return fail('cannot_take_over', `“${kind}” cannot be transferred.`)
    const successor = await findSuccessor(tx, who, to)
    const { items } = await holder.list(tx, who)
    const least = items.filter((item) => !id || item.id === id).flatMap(({ least_role }) => least_role ?? [])
    const highest = least.toSorted((a, b) => ROLES.indexOf(b) - ROLES.indexOf(a))[0]
    if (highest && ROLES.indexOf(successor.role) < ROLES.indexOf(highest))
      fail(
        'cannot_take_over',
        `${successor.label} is ${successor.role}. ${holder.title}: the new owner must be at least ${highest}.`,
      )
    const many = await holder.handOver(tx, who, successor, id ? [id] : undefined)
    if (id && many === 0) fail('cannot_take_over', `They own no ${kind} “${id}”.`)
    done[kind] = (done[kind] ?? 0) + many
  }
  return done
}

async function findSuccessor(tx: Db, { tenant, person }: Leaver, id: string): Promise<Successor> {
  const member: Member | undefined = id === person ? undefined : await findMember(tx, tenant, id)
  if (!member) return fail('cannot_take_over', `“${id}” is not another member of this workspace.`)
  return { id, label: labelOf({ id, email: member.email, displayName: member.display_name }), role: member.role }
}
