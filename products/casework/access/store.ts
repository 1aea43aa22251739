// The SQL of roles.
import type { RoleScope } from '@veritrace/contract/casework/access'
import type { CaseRole } from '@veritrace/contract/casework/roles'
import type { Db } from '@veritrace/platform/db/db'
import { sql } from 'kysely'
import type { Tables } from '../tables.ts'
import type { GivenRole } from './rules.ts'
import type { Scope } from './tables.ts'

/** In place of a workspace: the role holds in all of them. No workspace can be called so. */
const EVERYWHERE = '*'

/** By person, of those who were given one: what holds in this workspace alone comes first. */
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

/** The newest that the person was given in any workspace of the tenant: not every invitation names one. */
export const newestRoleOf = (db: Db<Tables>, tenant: string, person: string): Promise<{ role: CaseRole } | undefined> =>
  db
    .selectFrom('casework.roles')
    .select('role')
    .where('tenant_id', '=', tenant)
    .where('person', '=', person)
    .orderBy('given_at', 'desc')
    .limit(1)
    .executeTakeFirst()

/** One for all workspaces takes the place of those for single ones: they would go on to count more there. */
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

/** What an address was offered in any workspace of the tenant, from that time on. */
export const deleteOffered = (tx: Db<Tables>, tenant: string, person: string, since: Date) =>
  tx
    .deleteFrom('casework.roles')
    .where('tenant_id', '=', tenant)
    .where('person', '=', person)
    .where('given_at', '>=', since)
    .execute()

/** Roles that count in this workspace: those given here, and those given for all workspaces. */
export const deleteRolesIn = (tx: Db<Tables>, { tenant, workspace }: Scope, people: readonly string[]) =>
  tx
    .deleteFrom('casework.roles')
    .where('tenant_id', '=', tenant)
    .where('workspace_id', 'in', [workspace, EVERYWHERE])
    .where('person', 'in', [...people])
    .execute()
