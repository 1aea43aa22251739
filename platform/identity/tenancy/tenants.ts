// Creates tenants with a workspace and an owner, and marks them as deleted; their rows are purged later.

import { type Caller, type Plan, systemCaller, type Visitor } from '../../caller.ts'
import type { Clock } from '../../clock.ts'
import type { Db } from '../../db/db.ts'
import { aside, transact } from '../../db/transact.ts'
import { fail, notFound } from '../../errors.ts'
import type { EventInput, Events } from '../../events/event.ts'
import { newId } from '../../ids.ts'
import { insertWorkspace } from '../workspaces/store.ts'
import { endAccess } from './access-store.ts'
import { callerFor, type Person } from './person.ts'
import type { Tenant } from './store.ts'
import {
  findMembership,
  findTenant,
  insertMember,
  insertTenant,
  isTenantDeleted,
  lockWholeTenant,
  markTenantDeleted,
} from './store.ts'

export interface Tenancy {
  db: Db
  events: Events
  clock: Clock
}

export interface TenantInput {
  /** A slug, such as `acme`. */
  id: string
  displayName: string
  plan?: Plan
  products?: readonly string[]
  supportEmail?: string
  homepageUrl?: string
}

const TENANT_ID = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/

/** The tenant with this ID, created if it does not exist; for seeds and the start of the process. */
export async function ensureTenant(db: Db, input: TenantInput): Promise<Tenant> {
  return transact(db, async (tx) => {
    // A purged tenant that was restored has lost its own workspace.
    const now = new Date()
    if (!(await insertTenantWithWorkspace(tx, input, now))) await insertOwn(tx, input, now)
    return (await findTenant(tx, input.id)) ?? notFound('tenant', input.id)
  })
}

/** For seeds and other parts of this installation: records no event and ignores the limit of the plan. */
export async function ensureWorkspace(db: Db, tenant: string, id: string, displayName = id): Promise<void> {
  await insertWorkspace(db, tenant, { id, display_name: displayName, created_at: new Date(), created_by: null })
}

/** Creates a tenant with its first owner; `slug_taken` if the ID is or was in use. */
export async function createTenant(
  { db, events, clock }: Tenancy,
  visitor: Visitor,
  owner: Person,
  input: TenantInput,
): Promise<Tenant> {
  return transact(db, async (tx) => {
    const now = clock.now()
    if (!(await insertTenantWithWorkspace(tx, input, now))) idTaken(input)
    await insertMember(tx, {
      tenant_id: input.id,
      user_id: owner.id,
      role: 'owner',
      email: owner.email,
      display_name: owner.displayName,
      joined_at: now,
    })
    const membership = (await findMembership(tx, owner.id, input.id))!
    await events.record(tx, callerFor(visitor, owner, membership), creationOf(input))
    return (await findTenant(tx, input.id))!
  })
}

/** Creates a tenant for an operator. Its members come from the identity provider or by invitation. */
export async function orderTenant({ db, events, clock }: Tenancy, input: TenantInput): Promise<Tenant> {
  return transact(db, async (tx) => {
    if (!(await insertTenantWithWorkspace(tx, input, clock.now()))) idTaken(input)
    const tenant = (await findTenant(tx, input.id))!
    await events.record(tx, systemCaller(tenant.id, tenant.customer_id), creationOf(input))
    return tenant
  })
}

const idTaken = ({ id }: TenantInput): never => fail('slug_taken', `“${id}” is or was in use.`)

const creationOf = ({ id, displayName }: TenantInput): EventInput => ({
  action: 'tenant.create',
  resource: { type: 'tenant', id, label: displayName },
})

/**
 * From its commit on no credential can act for the tenant. `alongside` runs in the same transaction, after the tenant
 * is locked, so that products can end what they hold for it.
 */
export async function deleteTenant(
  { db, events, clock }: Tenancy,
  caller: Caller,
  alongside: (tx: Db, tenant: Tenant) => Promise<unknown> = async () => {},
): Promise<void> {
  const work = async (tx: Db): Promise<void> => {
    const tenant = (await lockWholeTenant(tx, caller.tenant)) ?? notFound('tenant', caller.tenant)
    await markTenantDeleted(tx, tenant.id, clock.now())
    await endAccess(tx, tenant.id, caller.actor.id, clock.now())
    await alongside(tx, tenant)
    await events.record(tx, caller, {
      action: 'tenant.delete',
      resource: { type: 'tenant', id: tenant.id, label: tenant.display_name },
    })
  }
  // Outside the request's transaction, which already holds a share lock: two deletions would deadlock.
  await aside(() => transact(db, work))
}

/** Writes of a request are committed before the deletion, or not at all. */
export async function refuseDeleted(tx: Db, { tenant }: Pick<Caller, 'tenant'>): Promise<void> {
  if (await isTenantDeleted(tx, tenant)) fail('customer_not_resolved')
}

/** False if the ID is or was in use. */
export async function insertTenantWithWorkspace(tx: Db, input: TenantInput, now: Date): Promise<boolean> {
  if (!TENANT_ID.test(input.id)) fail('unacceptable', 'A tenant ID consists of a-z, 0-9 and inner hyphens.')
  const made = await insertTenant(
    tx,
    {
      id: input.id,
      customer_id: newId('cus'),
      display_name: input.displayName,
      ...(input.plan && { plan: input.plan }),
      ...(input.products && { products: [...input.products] }),
      ...(input.supportEmail && { support_email: input.supportEmail }),
      ...(input.homepageUrl && { homepage_url: input.homepageUrl }),
    },
    now,
  )
  if (made) await insertOwn(tx, input, now)
  return made
}

const insertOwn = (tx: Db, { id, displayName }: TenantInput, now: Date): Promise<boolean> =>
  insertWorkspace(tx, id, { id, display_name: displayName, created_at: now, created_by: null })
