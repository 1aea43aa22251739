// A vendor as the public sees it, today or on an earlier day: the same rules, applied to what was known then.
import type { ScoreDecision } from '@veritrace/contract/provenance/score-decision'
import type { EvidenceProfile, VendorPublic } from '@veritrace/contract/provenance/vendors'
import type { Provenance } from '../deps.ts'
import { applyExpiry } from '../vendors/derive/clock.ts'
import { deriveVendor } from '../vendors/derive/derive-vendor.ts'
import { CATEGORY, isCertificate } from '../vendors/derive/vocabulary.ts'
import { findDecision } from '../vendors/derived-store.ts'
import { listClaimFacts, listSources } from '../vendors/facts-store.ts'
import { asOf } from '../vendors/moments.ts'
import type { FoundVendor } from '../vendors/store.ts'
import { factsOf, getVendor, loadProfile, vendorAt } from './load-profile.ts'
import { viewClaims, viewNested, viewSource, viewStatus, viewVendor } from './view.ts'

type Deps = Pick<Provenance, 'db' | 'clock'>
type ProfileDeps = Pick<Provenance, 'db' | 'clock' | 'publicUrl'>

/** Runs one query, or three with `as_of`. */
export async function assembleVendor(deps: Deps, slug: string, as_of?: string): Promise<VendorPublic> {
  const at = asOf(as_of, deps.clock.now())
  const vendor = await getVendor(deps, slug, at)
  if (!at) return viewPublic(vendor)
  const [sources, claims] = await Promise.all([
    listSources(deps.db, [vendor.id], at),
    listClaimFacts(deps.db, [vendor.id], at),
  ])
  return viewPublic(vendorAt(vendor, sources, applyExpiry(claims, at), at))
}

/** Includes what the model proposes, if one is configured. */
export async function assembleProfile(
  deps: ProfileDeps & Pick<Provenance, 'model'>,
  slug: string,
  as_of?: string,
): Promise<EvidenceProfile> {
  const { vendor, sources, claims, proposals, gaps, moment } = await loadProfile(deps, slug, as_of)
  const shown = viewClaims(claims, deps.publicUrl)
  return {
    vendor: viewPublic(vendor),
    sources: sources.map((source) => viewSource(source, moment)),
    claims: [...shown, ...viewClaims(proposals, deps.publicUrl)],
    certifications: shown.filter(isCertificate),
    subprocessors: shown.filter(({ category }) => category === CATEGORY.subprocessor),
    status_summary: viewStatus(sources, claims),
    recent_source_changes: vendor.source_changes.map(viewNested),
    gaps,
  }
}

/** The current decision. For another day, or if none was stored yet, it is computed from the known facts. */
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
  const { decision, aiAct } = deriveVendor(factsOf(vendor, sources, applyExpiry(claims, at ?? now), at), at ?? now)
  return { ...decision, vendor_id: vendor.id, as_of: (at ?? now).toISOString(), ai_act: aiAct }
}

const viewPublic = (vendor: FoundVendor): VendorPublic => ({
  ...viewVendor(vendor),
  recent_events: vendor.recent_events.map(viewNested),
})
