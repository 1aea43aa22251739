// Rows of the demo that no verb makes yet.
import type { Db } from '@veritrace/platform/db/db'
import type { Tables } from '../tables.ts'

export const insertEvidence = (
  db: Db<Tables>,
  tenant: string,
  files: readonly { title: string; content_type: string }[],
  now: Date,
) =>
  db
    .insertInto('provenance.evidence')
    .values(
      files.map((file, i) => ({
        ...file,
        id: `evd_demo_${i + 1}`,
        tenant_id: tenant,
        review_status: 'approved',
        visibility: 'public' as const,
        valid_until: new Date(now.getTime() + 365 * 24 * 3_600_000),
      })),
    )
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute()
