// The SQL of counts over a context, or over a whole workspace.
import type { Db } from '@veritrace/platform/db/db'
import { sql } from 'kysely'
import type { StatementRow, Tables } from '../tables.ts'
import { isAmong } from './lookup-store.ts'

const TOP = 50
const TYPE = 'http://www.w3.org/1999/02/22-rdf-syntax-ns#type'

/** Tenant, workspace, and one context or all except some. */
type Counting = readonly [tenant: string, workspace: string, context: string | undefined, except: readonly string[]]

const within = (db: Db<Tables>, [tenant, workspace, context, except]: Counting) =>
  db
    .selectFrom('graph.statements')
    .where(isAmong({ tenant, workspace }))
    .$if(context !== undefined, (query) => query.where('context', '=', context!))
    .$if(except.length > 0, (query) => query.where('context', 'not in', except))

/** All contexts that were ever written to, including empty ones, by name. */
export const listContexts = (db: Db<Tables>, tenant: string, workspace: string, context: string | undefined) =>
  db
    .selectFrom('graph.contexts')
    .select(['context', 'statements', 'last_write_at', 'read_in'])
    .where('tenant_id', '=', tenant)
    .where('workspace_id', '=', workspace)
    .$if(context !== undefined, (query) => query.where('context', '=', context!))
    .orderBy('context')
    .execute()

export const countObjectTypes = (
  db: Db<Tables>,
  scope: Counting,
): Promise<{ object_type: StatementRow['object_type']; count: number }[]> =>
  within(db, scope)
    .select(['object_type', sql<number>`count(*)`.as('count')])
    .groupBy('object_type')
    .execute()

export async function countSubjects(db: Db<Tables>, scope: Counting): Promise<number> {
  // Grouping first is faster than count(distinct), which sorts.
  const subjects = within(db, scope).select('subject').groupBy('subject')
  const { rows } = await sql<{ count: number }>`select count(*) as count from ${subjects} subjects`.execute(db)
  return rows[0]!.count
}

export interface Counted {
  iri: string
  count: number
}

export const topPredicates = (db: Db<Tables>, scope: Counting): Promise<Counted[]> =>
  within(db, scope)
    .select(['predicate as iri', sql<number>`count(*)`.as('count')])
    .groupBy('predicate')
    .orderBy('count', 'desc')
    .orderBy('predicate')
    .limit(TOP)
    .execute()

/** The most frequent classes, by number of statements. */
export const topClasses = (db: Db<Tables>, scope: Counting): Promise<Counted[]> =>
  within(db, scope)
    .select(['object as iri', sql<number>`count(*)`.as('count')])
    // A constant, because the partial index exists for this predicate only.
    .where('predicate', '=', sql.lit(TYPE))
    .where('object_type', '=', 'iri')
    .groupBy('object')
    .orderBy('count', 'desc')
    .orderBy('object')
    .limit(TOP)
    .execute()
