// The SQL of roles.
import type { CaseRole } from '@veritrace/contract/casework/roles'
import type { Db } from '@veritrace/platform/db/db'
import type { Tables } from '../tables.ts'
import type { GivenRole } from './rules.ts'
import type { Scope } from './tables.ts'

/** By person: those of them who were given one. */
export async function rolesOf(
  db: Db<Tables>,
  { tenant, workspace }: Scope,
  people: readonly string[],
): Promise<Map<string, GivenRole>> {
  if (people.length === 0) return new Map()
  const rows = await db
    .selectFrom('casework.roles')
    .select(['person', 'role', 'given_at'])
    .where('tenant_id', '=', tenant)
    .where('workspace_id', '=', workspace)
    .where('person', 'in', [...people])
    .execute()
  return new Map(rows.map(({ person, ...given }) => [person, given]))
}

/** The newest that the person was given in any workspace of the tenant: an invitation does not name one. */
export const newestRoleOf = (db: Db<Tables>, tenant: string, person: string): Promise<{ role: CaseRole } | undefined> =>
  db
    .selectFrom('casework.roles')
    .select('role')
    .where('tenant_id', '=', tenant)
    .where('person', '=', person)
    .orderBy('given_at', 'desc')
    .limit(1)
    .executeTakeFirst()

export async function putRole(
  tx: Db<Tables>,
  { tenant, workspace }: Scope,
  given: { person: string; role: CaseRole; by: string; at: Date },
): Promise<void> {
  const fields = { role: given.role, given_by: given.by, given_at: given.at }
  await tx
    .insertInto('casework.roles')
    .values({ tenant_id: tenant, workspace_id: workspace, person: given.person, ...fields })
    .onConflict((conflict) => conflict.columns(['tenant_id', 'workspace_id', 'person']).doUpdateSet(fields))
    .execute()
}

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

/** What these names were given in this workspace. */
export const deleteRoles = (tx: Db<Tables>, { tenant, workspace }: Scope, people: readonly string[]) =>
  tx
    .deleteFrom('casework.roles')
    .where('tenant_id', '=', tenant)
    .where('workspace_id', '=', workspace)
    .where('person', 'in', [...people])
    .execute()
