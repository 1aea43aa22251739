// Loads everything for the page of a vendor, today or on an earlier day.
import type { ScoreDecision } from '@veritrace/contract/provenance/score-decision'
import { isAppError } from '@veritrace/platform/errors'
import type { Provenance } from '../deps.ts'
import { explainScore } from '../profiles/assemble-profile.ts'
import { type LoadedProfile, loadProfile } from '../profiles/load-profile.ts'

export interface VendorParts extends LoadedProfile {
  decision: ScoreDecision
  /** The requested day; undefined for now. */
  day: string | undefined
}

/** Undefined if there is no such vendor. */
export async function loadVendor(
  deps: Pick<Provenance, 'db' | 'clock' | 'model'>,
  slug: string,
  day: string | undefined,
): Promise<VendorParts | undefined> {
  try {
    const [profile, decision] = await Promise.all([loadProfile(deps, slug, day), explainScore(deps, slug, day)])
    return { ...profile, decision, day }
  } catch (error) {
    if (isAppError(error) && error.code === 'vendor_not_found') return undefined
    throw error
  }
}

/** Whether any page of the vendor was ever read. If not, missing evidence means nothing. */
export const wasRead = ({ sources, claims }: Pick<VendorParts, 'sources' | 'claims'>): boolean =>
  claims.length > 0 || sources.some(({ last_success_at }) => last_success_at !== null)
