// Everything known about a vendor, today or on an earlier day: the same rules, applied to what was known then.
import type { EvidenceGap } from '@veritrace/contract/provenance/vendors'
import { notFound } from '@veritrace/platform/errors'
import type { Provenance } from '../deps.ts'
import { shownProposals } from '../proposals/shown-proposals.ts'
import { listCurrent } from '../proposals/store.ts'
import { aiActReadiness } from '../vendors/derive/ai-act.ts'
import { applyExpiry, decayed } from '../vendors/derive/clock.ts'
import { disputes, matterOf } from '../vendors/derive/contradictions.ts'
import { deriveVendor } from '../vendors/derive/derive-vendor.ts'
import type { ClaimFacts } from '../vendors/derive/facts.ts'
import { foldClaims } from '../vendors/derive/fold-claims.ts'
import { gapsOf } from '../vendors/derive/gaps.ts'
import { type KnownSource, listShownClaims, listSources, type ShownClaim } from '../vendors/facts-store.ts'
import { asOf } from '../vendors/moments.ts'
import { type FoundVendor, findVendor } from '../vendors/store.ts'

type Deps = Pick<Provenance, 'db' | 'clock' | 'model'>

/** A fact with all statements of it. */
export interface ProfileClaim extends ShownClaim {
  /** The same fact, stated elsewhere. */
  also: readonly ShownClaim[]
  /** Ids of claims in the profile that contradict it. */
  contradicted_by: readonly string[]
}
export interface LoadedProfile {
  vendor: FoundVendor
  sources: readonly KnownSource[]
  /** Disputed claims first, then sorted by category. The same pages always give the same order. */
  claims: readonly ProfileClaim[]
  /** Current proposals of the model. They are not evidence, so no count, gap or score includes them. */
  proposals: readonly ProfileClaim[]
  gaps: EvidenceGap[]
  moment: Date
}

/** Five queries for any number of claims, and one more if a model is configured. */
export async function loadProfile(deps: Deps, slug: string, as_of?: string): Promise<LoadedProfile> {
  const now = deps.clock.now()
  const at = asOf(as_of, now)
  const vendor = await getVendor(deps, slug, at)
  const [sources, read, proposed] = await Promise.all([
    listSources(deps.db, [vendor.id], at),
    listShownClaims(deps.db, vendor.id, at),
    at || !deps.model ? [] : listCurrent(deps.db, vendor.id, deps.model.name),
  ])
  const moment = at ?? now
  const claims = applyExpiry(read, moment)
  const facts = factsOf(vendor, sources, claims, at)
  return {
    vendor: at ? vendorAt(vendor, sources, claims, at) : vendor,
    sources,
    claims: profileClaims(decayed(claims, sources, moment)),
    proposals: shownProposals(proposed, claims).map((claim) => ({ ...claim, also: [], contradicted_by: [] })),
    gaps: gapsOf(facts, aiActReadiness(facts, moment), moment),
    moment,
  }
}

function profileClaims(claims: readonly ShownClaim[]): ProfileClaim[] {
  const against = disputes(claims)
  const facts = foldClaims(claims)
  // Disputed claims are merged too, so refer to the merged claim that contains each.
  const factIds = new Map(facts.flatMap(({ claim, members }) => members.map(({ id }) => [id, claim.id] as const)))
  return facts
    .map(({ claim, members }) => {
      const others = members.flatMap((one) => against.get(one) ?? []).map(({ id }) => factIds.get(id)!)
      return { ...claim, also: members.slice(1), contradicted_by: [...new Set(others)].toSorted() }
    })
    .toSorted(disputedFirst)
}

function disputedFirst(a: ProfileClaim, b: ProfileClaim): number {
  const isDisputed = ({ contradicted_by }: ProfileClaim): number => Number(contradicted_by.length > 0)
  const disputed = isDisputed(b) - isDisputed(a)
  if (disputed !== 0) return disputed
  const matters = isDisputed(a) ? inOrder(matterOf(a), matterOf(b)) : 0
  return (
    matters ||
    inOrder(a.category, b.category) ||
    b.confidence - a.confidence ||
    inOrder(a.value, b.value) ||
    inOrder(a.source_url, b.source_url) ||
    inOrder(a.snippet, b.snippet)
  )
}
const inOrder = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)

export const getVendor = async ({ db }: Deps, slug: string, at: Date | undefined): Promise<FoundVendor> =>
  (await findVendor(db, slug, at)) ?? notFound('vendor', slug)

export function vendorAt(
  vendor: FoundVendor,
  sources: readonly KnownSource[],
  claims: readonly ClaimFacts[],
  at: Date,
): FoundVendor {
  const facts = factsOf(vendor, sources, claims, at)
  const { columns } = deriveVendor(facts, at)
  const verified_then = vendor.last_verified_at && vendor.last_verified_at <= at ? vendor.last_verified_at : null
  return { ...vendor, ...columns, ...facts.vendor, last_verified_at: verified_then, score_as_of: at }
}

export const factsOf = (
  vendor: FoundVendor,
  sources: readonly KnownSource[],
  claims: readonly ClaimFacts[],
  at: Date | undefined,
) => ({
  vendor: {
    slug: vendor.slug,
    website_url: vendor.website_url,
    verified: at ? wasVerified(vendor, at) : vendor.verified,
  },
  sources,
  claims,
  observations: sources.reduce((sum, { observations }) => sum + observations, 0),
})

/** By the last verification event before that moment. Without one, by the date of the last verification. */
const wasVerified = ({ verified, last_verified_at, verification_then }: FoundVendor, at: Date): boolean =>
  verification_then
    ? verification_then === 'vendor.verified'
    : verified && last_verified_at !== null && last_verified_at <= at
