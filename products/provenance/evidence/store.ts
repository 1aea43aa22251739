// The SQL of evidence. Every query on tenant rows filters by tenant.
import type { Db } from '@veritrace/platform/db/db'
import { breaksUnique } from '@veritrace/platform/db/failures'
import { type Page, type PageQuery, pageById } from '@veritrace/platform/db/keyset'
import { type Insertable, sql, type Updateable } from 'kysely'
import type { Tables } from '../tables.ts'
import type { EvidenceRow } from './tables.ts'

const EVIDENCE = [
  'id',
  'tenant_id',
  'title',
  'description',
  'kind',
  'tags',
  'content_type',
  'size_bytes',
  'sha256',
  'filename',
  'storage_key',
  'storage_tier',
  'upload_status',
  'scan_status',
  'scan_detail',
  'review_status',
  'reviewer_id',
  'reviewed_at',
  'review_reason',
  'visibility',
  'version',
  'supersedes_id',
  'lineage_id',
  'issued_at',
  'valid_from',
  'valid_until',
  'renewal_due_at',
  'issuer',
  'scope',
  'period_start',
  'period_end',
  'source',
  'legal_hold',
  'retention_policy_id',
  'purge_after',
  'uploaded_by',
  'collection_procedure',
  'expired_at',
  'superseded_at',
  'last_accessed_at',
  'restore_requested_at',
  'restored_at',
  'anonymised_at',
  'created_at',
  'updated_at',
] as const

const selectEvidence = (db: Db<Tables>, tenant: string) =>
  db.selectFrom('provenance.evidence').select(EVIDENCE).where('tenant_id', '=', tenant)

interface Filters {
  kind?: EvidenceRow['kind']
  review_status?: EvidenceRow['review_status']
  visibility?: EvidenceRow['visibility']
  tag?: string
}
export const listEvidence = (db: Db<Tables>, tenant: string, query: PageQuery & Filters): Promise<Page<EvidenceRow>> =>
  pageById(`${tenant} evidence`, query, (after, count) =>
    selectEvidence(db, tenant)
      .$if(query.kind !== undefined, (q) => q.where('kind', '=', query.kind!))
      .$if(query.review_status !== undefined, (q) => q.where('review_status', '=', query.review_status!))
      .$if(query.visibility !== undefined, (q) => q.where('visibility', '=', query.visibility!))
      .$if(query.tag !== undefined, (q) =>
        q.where(sql<boolean>`marks @> platform.scoped(${tenant}, array[${query.tag}]::text[])
          and ${query.tag} = any(tags)`),
      )
      .$if(after !== undefined, (q) => q.where('id', '<', after!))
      .orderBy('id', 'desc')
      .limit(count)
      .execute(),
  )

export const findEvidence = (db: Db<Tables>, tenant: string, id: string): Promise<EvidenceRow | undefined> =>
  selectEvidence(db, tenant).where('id', '=', id).executeTakeFirst()

/**
 * The current version for each requested id: for superseded or expired evidence, its newest approved version, otherwise
 * the requested row. A hidden version replaces only hidden ones.
 */
export async function listHeld(
  db: Db<Tables>,
  tenant: string,
  ids: readonly string[],
): Promise<Map<string, EvidenceRow>> {
  const named = await selectEvidence(db, tenant).where(sql<boolean>`id = any(${ids}::text[])`).execute()
  const lineages = named.filter(isPast).map(lineageOf)
  const newest =
    lineages.length === 0
      ? []
      : await selectEvidence(db, tenant)
          .where(sql<boolean>`coalesce(lineage_id, id) = any(${lineages}::text[])`)
          .where('review_status', '=', 'approved')
          .orderBy('version', 'desc')
          .execute()
  const heldFor = (row: EvidenceRow): EvidenceRow =>
    newest.find(
      (one) => lineageOf(one) === lineageOf(row) && (one.visibility !== 'hidden' || row.visibility === 'hidden'),
    ) ?? row
  return new Map(named.map((row) => [row.id, isPast(row) ? heldFor(row) : row]))
}

/** Evidence that had expired when its replacement was approved stays expired. */
const isPast = ({ review_status }: EvidenceRow): boolean =>
  review_status === 'superseded' || review_status === 'expired'

const lineageOf = ({ id, lineage_id }: EvidenceRow): string => lineage_id ?? id

/** Locks the row, so that concurrent changes to one row run one after the other. */
export const lockEvidence = (tx: Db<Tables>, tenant: string, id: string): Promise<EvidenceRow | undefined> =>
  selectEvidence(tx, tenant).where('id', '=', id).forUpdate().executeTakeFirst()

export const insertEvidence = (tx: Db<Tables>, row: Insertable<Tables['provenance.evidence']>) =>
  tx.insertInto('provenance.evidence').values(row).execute()

/** Increments the version. Use it for every change that a reader could see. */
export const updateEvidenceRow = (
  tx: Db<Tables>,
  tenant: string,
  id: string,
  fields: Updateable<Tables['provenance.evidence']>,
) =>
  tx
    .updateTable('provenance.evidence')
    .set(fields)
    .set((row) => ({ version: row('version', '+', 1) }))
    .where('tenant_id', '=', tenant)
    .where('id', '=', id)
    .execute()

/** Records an access. This is not an edit, so the version stays the same. */
export const touchEvidence = (tx: Db<Tables>, tenant: string, id: string, now: Date) =>
  tx
    .updateTable('provenance.evidence')
    .set({ last_accessed_at: now })
    .where('tenant_id', '=', tenant)
    .where('id', '=', id)
    .execute()

export const deleteEvidence = (tx: Db<Tables>, tenant: string, id: string) =>
  tx.deleteFrom('provenance.evidence').where('tenant_id', '=', tenant).where('id', '=', id).execute()

/** Approved evidence of all tenants that is past its valid_until date. */
export const listExpired = (db: Db<Tables>, now: Date) =>
  db
    .selectFrom('provenance.evidence as evidence')
    .innerJoin('platform.tenants as tenant', 'tenant.id', 'evidence.tenant_id')
    .select(['evidence.id', 'evidence.tenant_id', 'tenant.customer_id'])
    .where('evidence.review_status', '=', 'approved')
    .where('evidence.valid_until', '<=', now)
    .orderBy('evidence.id')
    .execute()

export const insertTombstone = (tx: Db<Tables>, row: Insertable<Tables['provenance.evidence_tombstones']>) =>
  tx.insertInto('provenance.evidence_tombstones').values(row).execute()

export const findTombstone = (db: Db<Tables>, tenant: string, id: string) =>
  db
    .selectFrom('provenance.evidence_tombstones')
    .select(['id', 'sha256', 'policy_id', 'deleted_at'])
    .where('tenant_id', '=', tenant)
    .where('id', '=', id)
    .executeTakeFirst()

export const isReplacementOpen = (error: unknown): boolean => breaksUnique(error, 'evidence_one_next')
