// Labels for vendors.
import type { PinnedVendor } from '@veritrace/contract/provenance/pins'
import type { ClaimStatus, ProfileClaim } from '@veritrace/contract/provenance/profile-claims'
import type { Tone } from '../../../ui/badge.tsx'

/** Turns `subprocessor.added` and `data_region` into readable text. */
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
  email_domain: 'Email to an address at its domain',
  dns_txt: 'DNS TXT record',
  well_known: 'File on its website',
  html_meta: 'Meta tag on its home page',
}

export const listOf = (text: string): string[] => [
  ...new Set(
    text
      .split(',')
      .map((word) => word.trim())
      .filter(Boolean),
  ),
]
