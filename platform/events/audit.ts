// Reading the audit log, newest first.
import type { Db } from '../db/db.ts'
import { type Page, type PageQuery, pageBy } from '../db/keyset.ts'
import type { AuditEntry } from './event.ts'
import { type AuditFilter, listEntries } from './store.ts'

export type { AuditFilter } from './store.ts'
export { findEntry } from './store.ts'

export const listAudit = (db: Db, tenant: string, query: PageQuery & AuditFilter): Promise<Page<AuditEntry>> =>
  pageBy(
    `audit ${tenant}`,
    query,
    (entry) => [entry.sequence],
    ([before], count) => listEntries(db, tenant, query, before as number | undefined, count),
  )
