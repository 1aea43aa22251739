// Rows of the demo that no verb makes yet.
import type { Db } from '@veritrace/platform/db/db'
import { newId } from '@veritrace/platform/ids'
import type { Tables } from '../tables.ts'

export const insertVendors = (db: Db<Tables>, vendors: readonly (readonly [string, string, string])[]) =>
  db
    .insertInto('provenance.vendors')
    .values(
      vendors.map(([slug, display_name, primary_domain]) => ({
        id: newId('ven'),
        slug,
        display_name,
        primary_domain,
        website_url: `https://${primary_domain}`,
        origin: 'demo' as const,
      })),
    )
    .onConflict((conflict) => conflict.constraint('vendors_slug_unique').doNothing())
    .returning('id')
    .execute()

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
