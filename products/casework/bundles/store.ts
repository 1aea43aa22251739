// The SQL of bundles, which are generations that belong to a case.
import type { Bundle } from '@veritrace/contract/casework/bundles'
import type { Actor } from '@veritrace/contract/casework/shapes'
import { type Counted, countUpTo } from '@veritrace/platform/db/count'
import type { Db } from '@veritrace/platform/db/db'
import { type PageQuery, pageById } from '@veritrace/platform/db/keyset'
import { sql } from 'kysely'
import type { Tables } from '../tables.ts'

interface Scope {
  tenant: string
  workspace: string
}

/** The output of a generation of kind `bundle`. */
export interface BundleOutput extends Pick<Bundle, 'case_id' | 'n' | 'digest' | 'size' | 'signature'> {
  content: Record<string, unknown>
}
export type BundleRow = Omit<BundleOutput, 'content'> & {
  id: string
  title: string
  created_by: Actor
  created_at: Date
}

const ofCase = (db: Db<Tables>, { tenant, workspace }: Scope, caseId: string) =>
  db
    .selectFrom('casework.generations')
    .where('tenant_id', '=', tenant)
    .where('workspace_id', '=', workspace)
    .where('case_id', '=', caseId)
    .where('kind', '=', 'bundle')

export async function countBundles(db: Db<Tables>, scope: Scope, caseId: string): Promise<number> {
  const { count } = await ofCase(db, scope, caseId)
    .select(sql<number>`count(*)::int`.as('count'))
    .executeTakeFirstOrThrow()
  return count
}

/** Lists bundles without their content. */
export async function listBundles(
  db: Db<Tables>,
  scope: Scope,
  caseId: string,
  query: PageQuery,
): Promise<Counted<BundleRow>> {
  const page = await pageById(`${caseId} bundles`, query, (after, count) =>
    ofCase(db, scope, caseId)
      .select(['id', 'title', 'created_by', 'created_at'])
      .select([
        sql<string>`output ->> 'case_id'`.as('case_id'),
        sql<number>`(output ->> 'n')::int`.as('n'),
        sql<string>`output ->> 'digest'`.as('digest'),
        sql<number>`(output ->> 'size')::int`.as('size'),
        sql<Bundle['signature']>`output -> 'signature'`.as('signature'),
      ])
      .$if(after !== undefined, (rows) => rows.where('id', '<', after!))
      .orderBy('id', 'desc')
      .limit(count)
      .execute(),
  )
  return { ...page, total: await countUpTo(db, ofCase(db, scope, caseId)) }
}
