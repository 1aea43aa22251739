// Versions of plans: a list, one version, or the difference between two.
import type { plan } from '@veritrace/contract/casework/plan'
import type { Ok, Query } from '@veritrace/contract/endpoint'
import { notFound } from '@veritrace/platform/errors'
import type { Casework } from '../deps.ts'
import type { Scope } from '../model/space.ts'
import { diffPlans } from './engine/diff.ts'
import { findVersion, listVersions } from './store.ts'
import { viewSummary, viewVersion } from './view.ts'

type Versions = typeof plan.versions

/** Pages with items are short, because items can take megabytes. */
const MAX_WITH_ITEMS = 10

export async function readVersions(
  { db }: Pick<Casework, 'db'>,
  scope: Scope,
  query: Query<Versions>,
): Promise<Ok<Versions>> {
  const get = async (id: string) => (await findVersion(db, scope, id)) ?? notFound('plan_version', id)
  if (query.compare) {
    const [from, to] = await Promise.all(query.compare.split(',').map(get))
    return { diff: diffPlans(comparable(from!), comparable(to!)) }
  }
  if (query.id) {
    const row = await get(query.id)
    return viewVersion(row, row.body)
  }
  const withItems = query.include !== undefined
  const limit = withItems ? Math.min(query.limit, MAX_WITH_ITEMS) : query.limit
  const page = await listVersions(db, scope, { ...query, limit, withItems })
  return { items: page.items.map(viewSummary), next: page.next, total: page.total }
}

const comparable = ({ id, totals, inputs, body }: NonNullable<Awaited<ReturnType<typeof findVersion>>>) => ({
  id,
  totals,
  inputs,
  items: body.items,
})
