// Serializes a profile as JSON in the order of its schema. A claim is in up to three lists and there may be thousands, so
// each is serialized once.
import type { EvidenceClaim, EvidenceProfile } from '@veritrace/contract/provenance/vendors'

export function writeProfile(profile: EvidenceProfile): string {
  const written = new Map(profile.claims.map((claim) => [claim, JSON.stringify(claim)]))
  const list = (claims: readonly EvidenceClaim[]): string =>
    `[${claims.map((claim) => written.get(claim) ?? JSON.stringify(claim)).join(',')}]`
  const { vendor, sources, claims, certifications, subprocessors, ...rest } = profile
  const before = JSON.stringify({ vendor, sources }).slice(0, -1)
  const lists = `"claims":${list(claims)},"certifications":${list(certifications)},"subprocessors":${list(subprocessors)}`
  return `${before},${lists},${JSON.stringify(rest).slice(1)}`
}
