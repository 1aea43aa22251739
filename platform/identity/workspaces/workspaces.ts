// Creates, renames, archives and restores the workspaces of a tenant, and checks that a call may use the one it names.
// Rights per workspace will be checked in `enter`, `list` and `get`, the only ways to learn of a workspace.
import type { NewWorkspace, Workspace } from '@veritrace/contract/workspaces'
import type { Caller } from '../../caller.ts'
import type { Clock } from '../../clock.ts'
import type { Db } from '../../db/db.ts'
import type { Page, PageQuery } from '../../db/keyset.ts'
import { afterCommit, transact } from '../../db/transact.ts'
import { AppError, fail, staleVersion } from '../../errors.ts'
import type { EventInput, Events } from '../../events/event.ts'
import { briefCache } from '../brief-cache.ts'
import { lockTenant } from '../tenancy/store.ts'
import { isOwn, mostWorkspaces, nearestTo } from './rules.ts'
import * as store from './store.ts'

export interface Workspaces {
  /** 404 if there is no such workspace, 409 if it is archived and the call would change something in it. */
  enter(caller: Caller, id: string, toChange: boolean): Promise<void>
  list(caller: Caller, filter: store.WorkspaceFilter, query: PageQuery): Promise<Page<Workspace>>
  get(caller: Caller, id: string): Promise<Workspace>
  create(caller: Caller, input: NewWorkspace): Promise<Workspace>
  rename(caller: Caller, id: string, name: string, ifVersion?: number): Promise<Workspace>
  archive(caller: Caller, id: string): Promise<Workspace>
  restore(caller: Caller, id: string): Promise<Workspace>
}
interface Deps {
  db: Db
  events: Events
  clock: Clock
}

/** How long another process may still allow changes in an archived workspace. */
const CACHE_MS = 1_000
/** How many names an unknown one is compared with. */
const MOST_COMPARED = 1_000

export function openWorkspaces(deps: Deps): Workspaces {
  const { db, events, clock } = deps
  const known = briefCache<{ archived: boolean; name: string }>(clock, CACHE_MS)
  const keyOf = (tenant: string, id: string) => `${tenant} ${id}`

  const change = (
    caller: Caller,
    id: string,
    decide: (tx: Db, row: store.WorkspaceRow) => Promise<Change | undefined>,
  ): Promise<Workspace> =>
    transact(db, async (tx) => {
      // One change at a time, so that two of them cannot both use the last workspace of a plan.
      if (!(await lockTenant(tx, caller.tenant))) fail('customer_not_resolved')
      const row = (await store.findWorkspace(tx, caller.tenant, id)) ?? (await unknown(tx, caller.tenant, id))
      const decided = await decide(tx, row)
      if (!decided) return viewWorkspace(caller.tenant, row)
      const after = await store.updateWorkspace(tx, caller.tenant, id, decided.fields)
      await events.record(tx, caller, { ...decided.event, resource: asResource(after) })
      afterCommit(tx, () => known.forget(keyOf(caller.tenant, id)))
      return viewWorkspace(caller.tenant, after)
    })

  return {
    async enter({ tenant }, id, toChange) {
      if (isOwn(tenant, id)) return
      const found = await known.get(keyOf(tenant, id), async () => {
        const row = await store.findWorkspace(db, tenant, id)
        return row && { archived: row.archived_at !== null, name: row.display_name }
      })
      if (!found) return unknown(db, tenant, id)
      if (found.archived && toChange)
        fail('workspace_archived', `“${found.name}” is archived: it can be read, but not changed.`)
    },

    async list({ tenant }, filter, query) {
      const { items, next } = await store.listWorkspaces(db, tenant, filter, query)
      return { items: items.map((row) => viewWorkspace(tenant, row)), next }
    },

    get: async ({ tenant }, id) =>
      viewWorkspace(tenant, (await store.findWorkspace(db, tenant, id)) ?? (await unknown(db, tenant, id))),

    create: (caller, { id, name = id }) =>
      transact(db, async (tx) => {
        if (!(await lockTenant(tx, caller.tenant))) fail('customer_not_resolved')
        await refuseTaken(tx, caller.tenant, id)
        await refuseFull(tx, caller)
        const row = { id, display_name: name.trim(), created_at: clock.now(), created_by: caller.actor.id }
        await store.insertWorkspace(tx, caller.tenant, row)
        await events.record(tx, caller, { action: 'workspace.create', resource: asResource(row) })
        return viewWorkspace(caller.tenant, { ...row, archived_at: null, archived_by: null, version: 1 })
      }),

    rename: (caller, id, text, ifVersion) =>
      change(caller, id, async (_tx, { display_name, version }) => {
        if (ifVersion !== undefined && ifVersion !== version) staleVersion('workspace', version)
        const name = text.trim()
        if (name === display_name) return undefined
        const changes = [{ field: 'name', from: display_name, to: name }]
        return { fields: { display_name: name }, event: { action: 'workspace.update', changes } }
      }),

    archive: (caller, id) =>
      change(caller, id, async (_tx, { archived_at }) => {
        if (isOwn(caller.tenant, id)) fail('workspace_is_own')
        if (archived_at) return undefined
        const fields = { archived_at: clock.now(), archived_by: caller.actor.id }
        return { fields, event: { action: 'workspace.archive' } }
      }),

    restore: (caller, id) =>
      change(caller, id, async (tx, { archived_at }) => {
        if (!archived_at) return undefined
        await refuseFull(tx, caller)
        return { fields: { archived_at: null, archived_by: null }, event: { action: 'workspace.restore' } }
      }),
  }
}

interface Change {
  fields: Parameters<typeof store.updateWorkspace>[3]
  event: Omit<EventInput, 'resource'>
}

/** Compares with workspaces of the same tenant only, so no name of another tenant leaks. */
async function unknown(db: Db, tenant: string, id: string): Promise<never> {
  const nearest = nearestTo(id, await store.listNames(db, tenant, MOST_COMPARED))
  const hint = nearest.length > 0 ? ` Did you mean ${nearest.map((one) => `“${one}”`).join(' or ')}?` : ''
  throw new AppError('workspace_not_found', `There is no workspace “${id}”.${hint}`, { nearest })
}

async function refuseTaken(tx: Db, tenant: string, id: string): Promise<void> {
  const row = await store.findWorkspace(tx, tenant, id)
  if (!row) return
  const hint = row.archived_at ? ' It is archived: restore it to use it again.' : ''
  fail('workspace_exists', `A workspace “${id}” already exists.${hint}`)
}

async function refuseFull(tx: Db, caller: Caller): Promise<void> {
  const most = mostWorkspaces(caller)
  if ((await store.countActive(tx, caller.tenant)) < most) return
  fail('plan_limit_reached', `Your plan allows ${most} active workspaces. Archive one, or upgrade your plan.`)
}

const asResource = ({ id, display_name }: Pick<store.WorkspaceRow, 'id' | 'display_name'>) => ({
  type: 'workspace',
  id,
  label: display_name,
})

const viewWorkspace = (tenant: string, row: store.WorkspaceRow): Workspace => ({
  id: row.id,
  name: row.display_name,
  own: isOwn(tenant, row.id),
  status: row.archived_at ? 'archived' : 'active',
  created: { at: row.created_at.toISOString(), by: row.created_by },
  archived: row.archived_at && { at: row.archived_at.toISOString(), by: row.archived_by },
  version: row.version,
})
