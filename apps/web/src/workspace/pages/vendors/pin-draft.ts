// The fields of a pinned vendor as form values, all text. Pure.
import type { PinnedVendor, PinPatch } from '@veritrace/contract/provenance/pins'
import { listOf } from './labels.ts'

export const draftOf = (pin: PinnedVendor) => ({
  tier: pin.tier as string,
  status: pin.status as string,
  risk_override: pin.risk_override ?? '',
  owner_id: pin.owner_id ?? '',
  business_purpose: pin.business_purpose ?? '',
  data_categories: pin.data_categories.join(', '),
  regions: pin.regions.join(', '),
  tags: pin.tags.join(', '),
  contract_end_at: pin.contract_end_at?.slice(0, 10) ?? '',
  notice_days: pin.notice_days?.toString() ?? '',
  review_interval_days: String(pin.review_interval_days),
  notes: pin.notes,
})
export type Draft = ReturnType<typeof draftOf>

const LISTS: readonly string[] = ['data_categories', 'regions', 'tags'] satisfies (keyof Draft)[]
/** Empty values of these fields are sent as null. */
const OPTIONAL: readonly string[] = [
  'risk_override',
  'owner_id',
  'business_purpose',
  'contract_end_at',
  'notice_days',
] satisfies (keyof Draft)[]
const NUMBERS: readonly string[] = ['notice_days', 'review_interval_days'] satisfies (keyof Draft)[]

export const patchOf = (changes: Partial<Draft>): PinPatch =>
  Object.fromEntries(Object.entries(changes).map(([name, text]) => [name, sentValue(name, text)]))

function sentValue(name: string, text: string) {
  if (LISTS.includes(name)) return listOf(text)
  if (OPTIONAL.includes(name) && text.trim() === '') return null
  if (NUMBERS.includes(name)) return Number(text)
  // Noon in UTC is the same day in almost every time zone.
  return name === 'contract_end_at' ? `${text}T12:00:00Z` : text
}
