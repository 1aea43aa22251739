// How what the API says of vendors is said to people.
import type { PinnedVendor } from '@veritrace/contract/provenance/pins'
import type { ClaimStatus, ProfileClaim } from '@veritrace/contract/provenance/profile-claims'
import type { Tone } from '../../../ui/badge.tsx'

/** `subprocessor.added` and `data_region` as people write them. */
export const sentence = (name: string): string => {
  const words = name.replaceAll(/[._]/g, ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}

export const STATUS_TONES: Readonly<Record<PinnedVendor['status'], Tone>> = {
  evaluating: 'info',
  approved: 'positive',
  restricted: 'caution',
  rejected: 'critical',
  offboarding: 'neutral',
}
export const TIER_TONES: Readonly<Record<PinnedVendor['tier'], Tone>> = {
  critical: 'critical',
  high: 'caution',
  standard: 'neutral',
  low: 'neutral',
}
export const BAND_TONES: Readonly<Record<string, Tone>> = {
  low: 'positive',
  moderate: 'info',
  elevated: 'caution',
  high: 'critical',
}
export const SEVERITY_TONES: Readonly<Record<string, Tone>> = { info: 'neutral', minor: 'info', major: 'caution' }

export const CLAIM_TONES: Readonly<Record<ClaimStatus, Tone>> = {
  pending: 'info',
  verified: 'positive',
  rejected: 'critical',
  expired: 'caution',
  canceled: 'neutral',
  revoked: 'critical',
}
export const METHODS: Readonly<Record<ProfileClaim['method'], string>> = {
  email_domain: 'A letter to a mailbox at its domain',
  dns_txt: 'A TXT record in its DNS',
  well_known: 'A file on its site',
  html_meta: 'A meta tag on its home page',
}

export const listOf = (text: string): string[] => [
  ...new Set(
    text
      .split(',')
      .map((word) => word.trim())
      .filter(Boolean),
  ),
]
