// Limits how many of a few slots one tenant may use. A tenant with a slot takes another only if two remain free
// afterward, so of three or more slots no two tenants ever have all, whatever they request.

export interface SharesOptions {
  places: number
  now?(): number
}

/** Call it once, when the work is done. */
export type Leave = () => void

export interface Shares {
  mayTake(tenant: string): boolean
  take(tenant: string): Leave
  placesOf(tenant: string): number
  /** How long the tenant has used slots lately. */
  usedMs(tenant: string): number
  /** Whether the tenant used much lately, and more than another recent tenant. */
  hasHadMore(tenant: string): boolean
}

/** Slots that a tenant with a slot must leave free: one for each of two others. */
const LEFT_FREE = 2
/** After this time, past use counts half. */
const HALF_LIFE_MS = 10_000
/** Number of tenants whose use is stored; others count as unused. */
const MOST_REMEMBERED = 1_000
const MUCH_MS = 1_000
const LATELY_MS = 5_000

interface Held {
  tenant: string
  since: number
}

export function openShares({ places, now = () => performance.now() }: SharesOptions): Shares {
  const held = new Set<Held>()
  const used = new Map<string, { ms: number; at: number }>()

  const ofTenant = (tenant: string): Held[] => [...held].filter((one) => one.tenant === tenant)

  function usedBefore(tenant: string): number {
    const known = used.get(tenant)
    return known ? known.ms * 0.5 ** ((now() - known.at) / HALF_LIFE_MS) : 0
  }

  const usedMs = (tenant: string): number =>
    ofTenant(tenant).reduce((sum, { since }) => sum + now() - since, usedBefore(tenant))

  function leave(one: Held): void {
    if (!held.delete(one)) return
    const { tenant } = one
    const ms = usedBefore(tenant) + now() - one.since
    used.delete(tenant)
    used.set(tenant, { ms, at: now() })
    if (used.size > MOST_REMEMBERED) used.delete(used.keys().next().value!)
  }

  return {
    usedMs,
    placesOf: (tenant) => ofTenant(tenant).length,
    mayTake: (tenant) => places - held.size >= (ofTenant(tenant).length > 0 ? 1 + LEFT_FREE : 1),
    take(tenant) {
      const one = { tenant, since: now() }
      held.add(one)
      return () => leave(one)
    },
    hasHadMore(tenant) {
      const own = usedMs(tenant)
      if (own <= MUCH_MS) return false
      const lately = [...used].filter(([, { at }]) => now() - at < LATELY_MS).map(([other]) => other)
      const others = new Set([...lately, ...[...held].map((one) => one.tenant)])
      return [...others].some((other) => other !== tenant && usedMs(other) < own)
    },
  }
}
