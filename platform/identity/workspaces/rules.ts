// Suggests workspaces for a mistyped name, and limits their number by plan. Pure.
import { MOST_WORKSPACES } from '@veritrace/contract/workspaces'

/** The tenant's own workspace has the tenant's id. It exists from the start and cannot be archived. */
export const isOwn = (tenant: string, id: string): boolean => id === tenant

type Plan = keyof typeof MOST_WORKSPACES
interface Plans {
  plan: Plan
  productPlans: Readonly<Record<string, Plan>>
}

/** Uses the largest of the tenant's plans, since all of its products share the workspaces. */
export const mostWorkspaces = ({ plan, productPlans }: Plans): number =>
  Math.max(...[plan, ...Object.values(productPlans)].map((one) => MOST_WORKSPACES[one]))

export interface NamedWorkspace {
  id: string
  display_name: string
}
const MOST_NEAR = 3
/** With more edits it is another word and not a typing error. */
const MOST_EDITS = 3

/** Workspaces whose ID or name is similar to the requested one, the most similar first. */
export function nearestTo(asked: string, known: readonly NamedWorkspace[]): string[] {
  const word = asked.toLowerCase()
  const most = Math.min(MOST_EDITS, Math.max(1, Math.floor(word.length / 3)))
  return known
    .map(({ id, display_name }) => ({
      id,
      away: Math.min(...[id, asId(display_name)].map((one) => distance(word, one, most))),
    }))
    .filter(({ away }) => away <= most)
    .toSorted((a, b) => a.away - b.away || (a.id < b.id ? -1 : 1))
    .slice(0, MOST_NEAR)
    .map(({ id }) => id)
}

const asId = (name: string): string =>
  name
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, 63)

/** A prefix counts as one edit: `merger` matches `merger-2027`. */
const distance = (word: string, known: string, most: number): number =>
  known !== word && known.startsWith(`${word}-`) ? 1 : edits(word, known, most)

/**
 * The number of characters to insert, delete, replace or swap; above `most` just a larger number. Only the cells within
 * `most` of the diagonal matter, which makes rows short: this runs for every workspace of a tenant.
 */
function edits(from: string, to: string, most: number): number {
  if (Math.abs(from.length - to.length) > most) return most + 1
  const more = most + 1
  const row = () => new Uint8Array(to.length + 2).fill(more)
  let [oldest, last, next] = [row(), row(), row()]
  for (let j = 0; j <= Math.min(most, to.length); j++) last[j] = j
  for (let i = 1; i <= from.length; i++) {
    const [first, end] = [Math.max(1, i - most), Math.min(to.length, i + most)]
    next[first - 1] = first === 1 ? Math.min(i, more) : more
    let least = next[first - 1]!
    for (let j = first; j <= end; j++) {
      let steps = Math.min(last[j]! + 1, next[j - 1]! + 1, last[j - 1]! + Number(from[i - 1] !== to[j - 1]), more)
      if (i > 1 && j > 1 && from[i - 1] === to[j - 2] && from[i - 2] === to[j - 1])
        steps = Math.min(steps, oldest[j - 2]! + 1)
      next[j] = steps
      least = Math.min(least, steps)
    }
    next[end + 1] = more
    if (least > most) return more
    ;[oldest, last, next] = [last, next, oldest]
  }
  return last[to.length]!
}
