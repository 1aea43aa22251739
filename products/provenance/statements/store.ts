// The SQL of statements and their signers. Queries on tenant rows filter by tenant; a link is found by its hash.
import type { StatementStatus } from '@veritrace/contract/provenance/statements'
import type { Db } from '@veritrace/platform/db/db'
import { type Page, type PageQuery, pageById } from '@veritrace/platform/db/keyset'
import { type Insertable, sql, type Updateable } from 'kysely'
import type { Tables } from '../tables.ts'
import type { SignerRow, StatementRow } from './tables.ts'

const STATEMENT = [
  'id',
  'tenant_id',
  'kind',
  'title',
  'body',
  'body_sha256',
  'consent_text',
  'seal',
  'seal_version',
  'request_id',
  'valid_until',
  'supersedes_id',
  'events',
  'sent_at',
  'sign_by',
  'signed_at',
  'author_id',
  'version',
  'created_at',
  'updated_at',
] as const

/** A statement expires when its links do. */
const statusAt = (now: Date) => sql<StatementStatus>`case
  when status in ('sent', 'viewed') and sign_by <= ${now} then 'expired' else status end`

/** Matches `statusAt`, written as index ranges. */
const hasStatus = (status: StatementStatus, now: Date) => {
  if (status === 'expired') return sql<boolean>`status in ('sent', 'viewed') and sign_by <= ${now}`
  const isWaiting = status === 'sent' || status === 'viewed'
  return isWaiting
    ? sql<boolean>`status = ${status} and (sign_by is null or sign_by > ${now})`
    : sql<boolean>`status = ${status}`
}

const selectStatements = (db: Db<Tables>, tenant: string, now: Date) =>
  db
    .selectFrom('provenance.statements')
    .select(STATEMENT)
    .select(statusAt(now).as('status'))
    .where('tenant_id', '=', tenant)

type Filters = Partial<Pick<StatementRow, 'status' | 'kind'> & { request_id: string }>
export const listStatements = (
  db: Db<Tables>,
  tenant: string,
  query: PageQuery & Filters,
  now: Date,
): Promise<Page<StatementRow>> =>
  pageById(`${tenant} statements`, query, (after, count) =>
    selectStatements(db, tenant, now)
      .$if(query.status !== undefined, (q) => q.where(hasStatus(query.status!, now)))
      .$if(query.kind !== undefined, (q) => q.where('kind', '=', query.kind!))
      .$if(query.request_id !== undefined, (q) => q.where('request_id', '=', query.request_id!))
      .$if(after !== undefined, (q) => q.where('id', '<', after!))
      .orderBy('id', 'desc')
      .limit(count)
      .execute(),
  )

export const findStatement = (
  db: Db<Tables>,
  tenant: string,
  id: string,
  now: Date,
): Promise<StatementRow | undefined> => selectStatements(db, tenant, now).where('id', '=', id).executeTakeFirst()

/** Locks the row, so that two answers to one statement run one after the other. */
export const lockStatement = (
  tx: Db<Tables>,
  tenant: string,
  id: string,
  now: Date,
): Promise<StatementRow | undefined> =>
  selectStatements(tx, tenant, now).where('id', '=', id).forUpdate().executeTakeFirst()

export const insertStatement = (tx: Db<Tables>, statement: Insertable<Tables['provenance.statements']>) =>
  tx.insertInto('provenance.statements').values(statement).execute()

export const updateStatementRow = (
  tx: Db<Tables>,
  tenant: string,
  id: string,
  fields: Updateable<Tables['provenance.statements']>,
) =>
  tx
    .updateTable('provenance.statements')
    .set(fields)
    .set((row) => ({ version: row('version', '+', 1) }))
    .where('tenant_id', '=', tenant)
    .where('id', '=', id)
    .execute()

export const listSigners = (db: Db<Tables>, tenant: string, statements: readonly string[]): Promise<SignerRow[]> =>
  db
    .selectFrom('provenance.statement_signers')
    .select([
      'id',
      'tenant_id',
      'statement_id',
      'position',
      'name',
      'email',
      'role',
      'status',
      'typed_name',
      'viewed_at',
      'signed_at',
      'decline_reason',
      'ip',
      'user_agent',
    ])
    .where('tenant_id', '=', tenant)
    .where(sql<boolean>`statement_id = any(${statements}::text[])`)
    .orderBy('position')
    .execute()

export const insertSigners = (tx: Db<Tables>, signers: Insertable<Tables['provenance.statement_signers']>[]) =>
  tx.insertInto('provenance.statement_signers').values(signers).execute()

export const updateSignerRow = (
  tx: Db<Tables>,
  tenant: string,
  id: string,
  fields: Updateable<Tables['provenance.statement_signers']>,
) =>
  tx
    .updateTable('provenance.statement_signers')
    .set(fields)
    .where('tenant_id', '=', tenant)
    .where('id', '=', id)
    .execute()

/** The signer behind a link, unless the tenant was deleted. */
export const findLink = (db: Db<Tables>, tokenHash: string) =>
  db
    .selectFrom('provenance.statement_signers as signer')
    .innerJoin('platform.tenants as tenant', 'tenant.id', 'signer.tenant_id')
    .select(['signer.id', 'signer.tenant_id', 'signer.statement_id', 'tenant.customer_id'])
    .where('signer.token_hash', '=', tokenHash)
    .where('tenant.deleted_at', 'is', null)
    .executeTakeFirst()
