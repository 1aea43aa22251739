// The SQL of roles.
import type { RoleScope } from '@veritrace/contract/casework/access'
import type { CaseRole } from '@veritrace/contract/casework/roles'
import type { Db } from '@veritrace/platform/db/db'
import { sql } from 'kysely'
import type { Tables } from '../tables.ts'
import type { GivenRole } from './rules.ts'
import type { Scope } from './tables.ts'

/** Stored instead of a workspace id for a role in all workspaces. No workspace can have this name. */
const EVERYWHERE = '*'

/** The roles given to each person, with the role for this workspace first. */
export async function rolesOf(
  db: Db<Tables>,
  { tenant, workspace }: Scope,
  people: readonly string[],
): Promise<Map<string, GivenRole[]>> {
  if (people.length === 0) return new Map()
  const rows = await db
    .selectFrom('casework.roles')
    .select(['person', 'role', 'given_at', 'workspace_id'])
    .where('tenant_id', '=', tenant)
    .where('workspace_id', 'in', [workspace, EVERYWHERE])
    .where('person', 'in', [...people])
    .orderBy(sql`workspace_id = ${EVERYWHERE}`)
    .execute()
  const given = rows.map(({ workspace_id, ...row }) => ({ ...row, scope: scopeOfRow(workspace_id) }))
  return Map.groupBy(given, ({ person }) => person)
}

const scopeOfRow = (workspaceId: string): RoleScope => (workspaceId === EVERYWHERE ? 'tenant' : 'workspace')

/** The role last given to the person in any workspace of the tenant. */
export const newestRoleOf = (db: Db<Tables>, tenant: string, person: string): Promise<{ role: CaseRole } | undefined> =>
  db
    .selectFrom('casework.roles')
    .select('role')
    .where('tenant_id', '=', tenant)
    .where('person', '=', person)
    .orderBy('given_at', 'desc')
    .limit(1)
    .executeTakeFirst()

/** A role for all workspaces replaces the roles for single ones, which would otherwise override it. */
export async function putRole(
  tx: Db<Tables>,
  { tenant, workspace }: Scope,
  given: { person: string; role: CaseRole; scope: RoleScope; by: string; at: Date },
): Promise<void> {
  const isEverywhere = given.scope === 'tenant'
  if (isEverywhere) await deleteRoles(tx, tenant, given.person)
  const fields = { role: given.role, given_by: given.by, given_at: given.at }
  await tx
    .insertInto('casework.roles')
    .values({
      tenant_id: tenant,
      workspace_id: isEverywhere ? EVERYWHERE : workspace,
      person: given.person,
      ...fields,
    })
    .onConflict((conflict) => conflict.columns(['tenant_id', 'workspace_id', 'person']).doUpdateSet(fields))
    .execute()
}

const deleteRoles = (tx: Db<Tables>, tenant: string, person: string) =>
  tx.deleteFrom('casework.roles').where('tenant_id', '=', tenant).where('person', '=', person).execute()

export async function insertOffer(tx: Db<Tables>, tenant: string, invitationId: string, role: CaseRole): Promise<void> {
  await tx.insertInto('casework.offers').values({ invitation_id: invitationId, tenant_id: tenant, role }).execute()
}

export const findOffer = (
  db: Db<Tables>,
  tenant: string,
  invitationId: string,
): Promise<{ role: CaseRole } | undefined> =>
  db
    .selectFrom('casework.offers')
    .select('role')
    .where('tenant_id', '=', tenant)
    .where('invitation_id', '=', invitationId)
    .executeTakeFirst()

/** Deletes the roles offered to an address in any workspace of the tenant since that time. */
export const deleteOffered = (tx: Db<Tables>, tenant: string, person: string, since: Date) =>
  tx
    .deleteFrom('casework.roles')
    .where('tenant_id', '=', tenant)
    .where('person', '=', person)
    .where('given_at', '>=', since)
    .execute()

/** Deletes the roles that apply in this workspace: those given in it, and those for all workspaces. */
export const deleteRolesIn = (tx: Db<Tables>, { tenant, workspace }: Scope, people: readonly string[]) =>
  tx
    .deleteFrom('casework.roles')
    .where('tenant_id', '=', tenant)
    .where('workspace_id', 'in', [workspace, EVERYWHERE])
    .where('person', 'in', [...people])
    .execute()
