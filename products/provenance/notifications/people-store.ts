// The SQL of people who can be notified, their preferences, and their unsubscribe links.
import type { Role } from '@veritrace/contract/endpoint'
import type { Db } from '@veritrace/platform/db/db'
import type { Tables } from '../tables.ts'
import type { Settings } from './rules.ts'

export interface Person {
  tenant_id: string
  user_id: string
  role: Role
  email: string
  display_name: string
  tenant_name: string
  /** Null if the person has never changed anything. */
  settings: Settings | null
}

/** Members who have an address, of tenants that are not deleted. */
const selectPeople = (db: Db<Tables>) =>
  db
    .selectFrom('platform.members as member')
    .innerJoin('platform.tenants as tenant', 'tenant.id', 'member.tenant_id')
    .leftJoin('provenance.notification_preferences as preferences', (join) =>
      join.onRef('preferences.tenant_id', '=', 'member.tenant_id').onRef('preferences.user_id', '=', 'member.user_id'),
    )
    .select(['member.tenant_id', 'member.user_id', 'member.role', 'member.email', 'member.display_name'])
    .select(['tenant.display_name as tenant_name', 'preferences.settings'])
    .where('tenant.deleted_at', 'is', null)
    .where('member.email', 'is not', null)
    .$narrowType<{ email: string }>()

export const listPeople = async (db: Db<Tables>, tenants: readonly string[]): Promise<Person[]> =>
  tenants.length === 0 ? [] : selectPeople(db).where('member.tenant_id', 'in', tenants).execute()

export const findPerson = (db: Db<Tables>, tenant: string, user: string): Promise<Person | undefined> =>
  selectPeople(db).where('member.tenant_id', '=', tenant).where('member.user_id', '=', user).executeTakeFirst()

/** Tenants on the free plan whose trial ends in this period. */
export const listEndingTrials = (db: Db<Tables>, from: Date, until: Date) =>
  db
    .selectFrom('platform.tenants')
    .select(['id', 'trial_ends_at'])
    .where('deleted_at', 'is', null)
    .where('trial_ends_at', '>', from)
    .where('trial_ends_at', '<=', until)
    .where('plan', '=', 'free')
    .$narrowType<{ trial_ends_at: Date }>()
    .execute()

/** A person's unsubscribe link is the same in all emails. */
export const ensureLink = (
  tx: Db<Tables>,
  link: { tenant_id: string; user_id: string; token_hash: string; token_hint: string; created_at: Date },
) =>
  tx
    .insertInto('provenance.unsubscribe_links')
    .values(link)
    .onConflict((conflict) => conflict.columns(['tenant_id', 'user_id']).doNothing())
    .execute()

/** Takes no tenant: a visitor has only the token. */
export const findLink = (db: Db<Tables>, hash: string) =>
  db
    .selectFrom('provenance.unsubscribe_links as link')
    .innerJoin('platform.tenants as tenant', 'tenant.id', 'link.tenant_id')
    .select(['link.tenant_id', 'link.user_id', 'tenant.customer_id'])
    .where('tenant.deleted_at', 'is', null)
    .where('link.token_hash', '=', hash)
    .executeTakeFirst()

export const findLinkHint = (db: Db<Tables>, tenant: string, user: string) =>
  db
    .selectFrom('provenance.unsubscribe_links')
    .select('token_hint')
    .where('tenant_id', '=', tenant)
    .where('user_id', '=', user)
    .executeTakeFirst()
