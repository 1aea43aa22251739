// A vendor as the public sees it, today or on an earlier day: the same rules over what was known then.
import type { EvidenceProfile, ScoreDecision, VendorPublic } from '@veritrace/contract/provenance/vendors'
import { notFound } from '@veritrace/platform/errors'
import type { Provenance } from '../deps.ts'
import { aiActReadiness } from './derive/ai-act.ts'
import { gapsOf } from './derive/completeness.ts'
import { deriveVendor } from './derive/derive-vendor.ts'
import type { ClaimFacts } from './derive/facts.ts'
import { CATEGORY } from './derive/vocabulary.ts'
import { findDecision } from './derived-store.ts'
import { type KnownSource, listClaimFacts, listShownClaims, listSources } from './facts-store.ts'
import { asOf } from './moments.ts'
import { type FoundVendor, findVendor } from './store.ts'
import { viewClaim, viewNested, viewSource, viewStatus, viewVendor } from './view.ts'

type Deps = Pick<Provenance, 'db' | 'clock'>

/** One query; as of a day, three. */
export async function assembleVendor(deps: Deps, slug: string, as_of?: string): Promise<VendorPublic> {
  const at = asOf(as_of, deps.clock.now())
  const vendor = await getVendor(deps, slug, at)
  if (!at) return viewPublic(vendor)
  const [sources, claims] = await Promise.all([
    listSources(deps.db, [vendor.id], at),
    listClaimFacts(deps.db, [vendor.id], at),
  ])
  return viewPublic(vendorAt(vendor, sources, claims, at))
}

/** Three queries, however much there is to say. */
export async function assembleProfile(deps: Deps, slug: string, as_of?: string): Promise<EvidenceProfile> {
  const now = deps.clock.now()
  const at = asOf(as_of, now)
  const vendor = await getVendor(deps, slug, at)
  const [sources, claims] = await Promise.all([
    listSources(deps.db, [vendor.id], at),
    listShownClaims(deps.db, vendor.id, at),
  ])
  const moment = at ?? now
  const shown = claims.map(viewClaim)
  const facts = factsOf(vendor, sources, claims, at)
  return {
    vendor: viewPublic(at ? vendorAt(vendor, sources, claims, at) : vendor),
    sources: sources.map((source) => viewSource(source, moment)),
    claims: shown,
    certifications: shown.filter(({ category }) => category === CATEGORY.certification),
    subprocessors: shown.filter(({ category }) => category === CATEGORY.subprocessor),
    status_summary: viewStatus(sources, claims),
    recent_source_changes: vendor.source_changes.map(viewNested),
    gaps: gapsOf(facts, aiActReadiness(facts, moment), moment),
  }
}

/** The decision that stands; for another day, or where none was made yet, the one that the rules make of what is known. */
export async function explainScore(deps: Deps, slug: string, as_of?: string): Promise<ScoreDecision> {
  const now = deps.clock.now()
  const at = asOf(as_of, now)
  const stored = at ? undefined : await findDecision(deps.db, slug)
  if (stored) {
    const { ai_act, ai_act_note, ai_act_duties, as_of: made, ...decision } = stored
    const duties = { verdict: ai_act, note: ai_act_note, duties: ai_act_duties }
    return { ...decision, as_of: made.toISOString(), ai_act: duties }
  }
  const vendor = await getVendor(deps, slug, at)
  const [sources, claims] = await Promise.all([
    listSources(deps.db, [vendor.id], at),
    listClaimFacts(deps.db, [vendor.id], at),
  ])
  const { decision, aiAct } = deriveVendor(factsOf(vendor, sources, claims, at), at ?? now)
  return { ...decision, vendor_id: vendor.id, as_of: (at ?? now).toISOString(), ai_act: aiAct }
}

const getVendor = async ({ db }: Deps, slug: string, at: Date | undefined): Promise<FoundVendor> =>
  (await findVendor(db, slug, at)) ?? notFound('vendor', slug)

const viewPublic = (vendor: FoundVendor): VendorPublic => ({
  ...viewVendor(vendor),
  recent_events: vendor.recent_events.map(viewNested),
})

function vendorAt(
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

const factsOf = (
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

/** The last word about it before then; without any, a verification that is not newer. */
const wasVerified = ({ verified, last_verified_at, verification_then }: FoundVendor, at: Date): boolean =>
  verification_then
    ? verification_then === 'vendor.verified'
    : verified && last_verified_at !== null && last_verified_at <= at
