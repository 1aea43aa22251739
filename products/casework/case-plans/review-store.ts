// The SQL of reviews. Every query names tenant and workspace.
import { type Counted, countUpTo } from '@veritrace/platform/db/count'
import type { Db } from '@veritrace/platform/db/db'
import { type PageQuery, pageById } from '@veritrace/platform/db/keyset'
import { type Insertable, sql } from 'kysely'
import type { Tables } from '../tables.ts'
import type { CommentRow, ReviewRow, Scope, Verdict } from './review-tables.ts'

const REVIEW = [
  ...(['id', 'tenant_id', 'workspace_id', 'plan_id', 'plan_version', 'verdict', 'body_md', 'checklist'] as const),
  ...(['reviewer_id', 'reviewer', 'at', 'dismissed'] as const),
] as const
const COMMENT = [
  ...(['id', 'tenant_id', 'workspace_id', 'plan_id', 'review_id', 'item_id', 'body_md', 'blocking'] as const),
  ...(['resolved_by', 'resolved_at'] as const),
] as const

const reviewsOf = (db: Db<Tables>, { tenant, workspace }: Scope, planId: string) =>
  db
    .selectFrom('casework.plan_reviews')
    .where('tenant_id', '=', tenant)
    .where('workspace_id', '=', workspace)
    .where('plan_id', '=', planId)

export async function listReviews(
  db: Db<Tables>,
  scope: Scope,
  planId: string,
  query: PageQuery & { verdict?: Verdict },
): Promise<Counted<ReviewRow>> {
  const asked = reviewsOf(db, scope, planId).$if(query.verdict !== undefined, (rows) =>
    rows.where('verdict', '=', query.verdict!),
  )
  const page = await pageById(`reviews ${planId} ${query.verdict ?? ''}`, query, (after, count) =>
    asked
      .select(REVIEW)
      .$if(after !== undefined, (rows) => rows.where('id', '<', after!))
      .orderBy('id', 'desc')
      .limit(count)
      .execute(),
  )
  return { ...page, total: await countUpTo(db, asked) }
}

/** The verdicts that gates count, for one or several plans. */
export const listVerdicts = async (db: Db<Tables>, { tenant, workspace }: Scope, planIds: readonly string[]) =>
  planIds.length === 0
    ? []
    : db
        .selectFrom('casework.plan_reviews')
        .select(['id', 'plan_id', 'verdict', 'reviewer_id', 'dismissed'])
        .where('tenant_id', '=', tenant)
        .where('workspace_id', '=', workspace)
        .where('plan_id', 'in', [...planIds])
        .where('verdict', '<>', 'comment')
        .orderBy('id')
        .execute()

export const listOpenBlocking = async (db: Db<Tables>, { tenant, workspace }: Scope, planIds: readonly string[]) =>
  planIds.length === 0
    ? []
    : db
        .selectFrom('casework.plan_comments')
        .select(['id', 'plan_id', 'item_id'])
        .where('tenant_id', '=', tenant)
        .where('workspace_id', '=', workspace)
        .where('plan_id', 'in', [...planIds])
        .where('blocking', '=', true)
        .where('resolved_at', 'is', null)
        .orderBy('id')
        .execute()

export const listComments = async (
  db: Db<Tables>,
  { tenant, workspace }: Scope,
  reviewIds: readonly string[],
): Promise<CommentRow[]> =>
  reviewIds.length === 0
    ? []
    : db
        .selectFrom('casework.plan_comments')
        .select(COMMENT)
        .where('tenant_id', '=', tenant)
        .where('workspace_id', '=', workspace)
        .where('review_id', 'in', [...reviewIds])
        .orderBy('id')
        .execute()

export const insertReview = (tx: Db<Tables>, review: Insertable<Tables['casework.plan_reviews']>) =>
  tx.insertInto('casework.plan_reviews').values(review).execute()

export const insertComments = (tx: Db<Tables>, comments: Insertable<Tables['casework.plan_comments']>[]) =>
  tx.insertInto('casework.plan_comments').values(comments).execute()

/** Resolves comments of the plan and returns the ids that exist. Comments resolved earlier stay unchanged. */
export async function resolveComments(
  tx: Db<Tables>,
  { tenant, workspace }: Scope,
  planId: string,
  ids: readonly string[],
  by: string,
  now: Date,
): Promise<string[]> {
  const rows = await tx
    .updateTable('casework.plan_comments')
    .set({
      resolved_by: sql`coalesce(resolved_by, ${by}::jsonb)`,
      resolved_at: sql`coalesce(resolved_at, ${now}::timestamptz)`,
    })
    .where('tenant_id', '=', tenant)
    .where('workspace_id', '=', workspace)
    .where('plan_id', '=', planId)
    .where('id', 'in', [...ids])
    .returning('id')
    .execute()
  return rows.map(({ id }) => id)
}

/** Dismisses the verdicts on an earlier submission. */
export const dismissVerdicts = (
  tx: Db<Tables>,
  { tenant, workspace }: Scope,
  planId: string,
  dismissed: { reason: string; at: string },
) =>
  tx
    .updateTable('casework.plan_reviews')
    .set({ dismissed: JSON.stringify(dismissed) })
    .where('tenant_id', '=', tenant)
    .where('workspace_id', '=', workspace)
    .where('plan_id', '=', planId)
    .where('verdict', '<>', 'comment')
    .where('dismissed', 'is', null)
    .execute()
