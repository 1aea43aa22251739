// The SQL to list, renew and revoke decisions.
import { type Counted, countUpTo } from '@veritrace/platform/db/count'
import type { Db } from '@veritrace/platform/db/db'
import { type PageQuery, pageById } from '@veritrace/platform/db/keyset'
import { sql } from 'kysely'
import { raiseDecisionsRevision } from '../cases/decision-store.ts'
import type { DecisionRow } from '../model/tables.ts'
import type { Tables } from '../tables.ts'

interface Scope {
  tenant: string
  workspace: string
}
export interface DecisionFilter extends PageQuery {
  pack: string
  kind?: DecisionRow['kind'] | undefined
  status?: 'active' | 'expired' | 'revoked' | undefined
}

const COLUMNS = [
  ...(['id', 'tenant_id', 'workspace_id', 'pack_id', 'kind', 'type', 'key', 'project_id', 'case_id', 'value'] as const),
  ...(['rationale', 'reviewed', 'by_id', 'by_name', 'at', 'expires_at', 'revoked_at'] as const),
] as const

export async function listDecisions(
  db: Db<Tables>,
  scope: Scope,
  filter: DecisionFilter,
  now: Date,
): Promise<Counted<DecisionRow>> {
  const { kind, status, pack } = filter
  let asked = of(db, scope).where('pack_id', '=', pack)
  if (kind) asked = asked.where('kind', '=', kind)
  if (status === 'revoked') asked = asked.where('revoked_at', 'is not', null)
  if (status === 'expired') asked = asked.where('revoked_at', 'is', null).where('expires_at', '<=', now)
  if (status === 'active') asked = asked.where(isInForce(now))
  const page = await pageById(`decisions ${pack} ${kind} ${status}`, filter, (after, count) =>
    (after ? asked.where('id', '<', after) : asked).select(COLUMNS).orderBy('id', 'desc').limit(count).execute(),
  )
  return { ...page, total: await countUpTo(db, asked) }
}

export const lockDecision = (tx: Db<Tables>, scope: Scope, id: string): Promise<DecisionRow | undefined> =>
  of(tx, scope).select(COLUMNS).where('id', '=', id).forUpdate().executeTakeFirst()

export async function updateDecision(
  tx: Db<Tables>,
  scope: Scope,
  id: string,
  fields: { expires_at?: Date; rationale?: string; revoked_at?: Date },
  now: Date,
): Promise<void> {
  await tx
    .updateTable('casework.decisions')
    .set(fields)
    .where('tenant_id', '=', scope.tenant)
    .where('workspace_id', '=', scope.workspace)
    .where('id', '=', id)
    .execute()
  await raiseDecisionsRevision(tx, scope, now)
}

/** Serializes overlays and renewals of a workspace; two concurrent ones could otherwise both be in force. */
export async function lockOverlays(tx: Db<Tables>, { tenant, workspace }: Scope): Promise<void> {
  const name = `casework overlays ${tenant}/${workspace}`
  await sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(tx)
}

/** The overlay in force. */
export const findOverlay = (
  tx: Db<Tables>,
  scope: Scope,
  { pack_id, type, key }: Pick<DecisionRow, 'pack_id' | 'type' | 'key'>,
  now: Date,
): Promise<DecisionRow | undefined> =>
  of(tx, scope)
    .select(COLUMNS)
    .where('kind', '=', 'overlay')
    .where('pack_id', '=', pack_id)
    .where('type', '=', type)
    .where('key', '=', key)
    .where(isInForce(now))
    .forUpdate()
    .executeTakeFirst()

const isInForce = (now: Date) => sql<boolean>`revoked_at is null and (expires_at is null or expires_at > ${now})`

const of = (db: Db<Tables>, { tenant, workspace }: Scope) =>
  db.selectFrom('casework.decisions').where('tenant_id', '=', tenant).where('workspace_id', '=', workspace)
