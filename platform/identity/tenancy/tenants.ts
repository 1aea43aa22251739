// A tenant comes into being with a workspace and an owner, and goes by being marked: its rows are cleaned up later.
import type { Clock } from '../../clock.ts'
import type { Db } from '../../db/db.ts'
import { aside, transact } from '../../db/transact.ts'
import { fail, notFound } from '../../errors.ts'
import type { EventInput, Events } from '../../events/event.ts'
import { newId } from '../../ids.ts'
import { type Caller, type Plan, systemCaller, type Visitor } from '../caller.ts'
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

/** The tenant of that id, made where it is not there yet; for seeds and the start of the process. */
export async function ensureTenant(db: Db, input: TenantInput): Promise<Tenant> {
  return transact(db, async (tx) => {
    // One that was purged and is restored has lost its own workspace.
    const now = new Date()
    if (!(await insertTenantWithWorkspace(tx, input, now))) await insertOwn(tx, input, now)
    return (await findTenant(tx, input.id)) ?? notFound('tenant', input.id)
  })
}

/** For seeds and parts of this installation; nobody is told, and no plan counts. */
export async function ensureWorkspace(db: Db, tenant: string, id: string, displayName = id): Promise<void> {
  await insertWorkspace(db, tenant, { id, display_name: displayName, created_at: new Date(), created_by: null })
}

/** A new tenant with its first owner; `slug_taken` where the id is in use or was. */
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

/** By order of who runs the installation; its members come by what a provider says of them, or by invitation. */
export async function orderTenant({ db, events, clock }: Tenancy, input: TenantInput): Promise<Tenant> {
  return transact(db, async (tx) => {
    if (!(await insertTenantWithWorkspace(tx, input, clock.now()))) idTaken(input)
    const tenant = (await findTenant(tx, input.id))!
    await events.record(tx, systemCaller(tenant.id, tenant.customer_id), creationOf(input))
    return tenant
  })
}

const idTaken = ({ id }: TenantInput): never => fail('slug_taken', `“${id}” is in use, or was.`)

const creationOf = ({ id, displayName }: TenantInput): EventInput => ({
  action: 'tenant.create',
  resource: { type: 'tenant', id, label: displayName },
})

/**
 * From its commit on nobody can act for the tenant any more, with whatever credentials. `alongside` is what a product
 * lets go of in the same transaction, of the tenant as it was when nothing could change it any more.
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
  // Two deletions that each kept the tenant as writes do would wait for each other.
  await aside(() => transact(db, work))
}

/** What a request of its callers writes comes before its deletion or not at all. */
export async function refuseDeleted(tx: Db, { tenant }: Pick<Caller, 'tenant'>): Promise<void> {
  if (await isTenantDeleted(tx, tenant)) fail('customer_not_resolved')
}

/** False where the id is in use or was. */
export async function insertTenantWithWorkspace(tx: Db, input: TenantInput, now: Date): Promise<boolean> {
  if (!TENANT_ID.test(input.id)) fail('unacceptable', 'A tenant id has lower-case letters, digits and inner hyphens.')
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
