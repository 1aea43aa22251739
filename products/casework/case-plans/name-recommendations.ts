// Links a plan to the recommendations it was made from: which item covers which, and which have no item. Pure.
import type { PlanBody } from '../planning/tables.ts'
import type { RecommendationRow } from '../recommendations/tables.ts'

type Recommended = ReadonlyMap<string, Pick<RecommendationRow, 'id' | 'decision' | 'body'>>

/** Adds to each item the recommendations it covers: an item may cover several, and several items may cover one. */
export const nameRecommendations = (body: PlanBody, recommended: Recommended): PlanBody => ({
  ...body,
  items: body.items.map((item) => {
    const ids = (body.details[item.id]?.fixes ?? []).flatMap((key) => recommended.get(key)?.id ?? [])
    return ids.length === 0 ? item : { ...item, recommendation_ids: ids }
  }),
})

/** One sentence for each accepted recommendation without an item, with the reason. */
export function notPlanned(
  accepted: readonly string[],
  { details }: Pick<PlanBody, 'details'>,
  recommended: Recommended,
  now: Date,
): string[] {
  const planned = new Set(Object.values(details).flatMap(({ fixes }) => fixes))
  return accepted
    .filter((key) => !planned.has(key))
    .map((key) => {
      const row = recommended.get(key)
      const until = row?.decision?.expires_at
      const why =
        until && new Date(until) > now
          ? `it is exempt until ${until.slice(0, 10)}.`
          : 'no object of the case needs it anymore, or the objects that needed it are retired.'
      return `Accepted but not planned: “${row?.body.title ?? key}”, because ${why}`
    })
}
