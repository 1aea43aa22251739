// What a plan says about the recommendations that it was made from: which item does which, and which are in none. Pure.
import type { PlanBody } from '../planning/tables.ts'
import type { RecommendationRow } from '../recommendations/tables.ts'

type Recommended = ReadonlyMap<string, Pick<RecommendationRow, 'id' | 'decision' | 'body'>>

/** Each item with the recommendations that it does something for: one may do several, and several may do one. */
export const nameRecommendations = (body: PlanBody, recommended: Recommended): PlanBody => ({
  ...body,
  items: body.items.map((item) => {
    const ids = (body.details[item.id]?.fixes ?? []).flatMap((key) => recommended.get(key)?.id ?? [])
    return ids.length === 0 ? item : { ...item, recommendation_ids: ids }
  }),
})

/** Sentences about what was accepted and has no item, with the reason. */
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
          ? `it is exempted until ${until.slice(0, 10)}.`
          : 'no object of the case needs it any more, or all that did are retired.'
      return `Accepted and in no item: “${row?.body.title ?? key}”, because ${why}`
    })
}
