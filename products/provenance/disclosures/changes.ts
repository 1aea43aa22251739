// What an edit changed, for the audit log.
import type { DisclosurePatch } from '@veritrace/contract/provenance/disclosures'
import type { Change } from '@veritrace/platform/events/event'
import type { DisclosureRow } from '../tables.ts'

export const changesOf = (before: DisclosureRow, after: DisclosureRow, patch: DisclosurePatch): Change[] =>
  (Object.keys(patch) as (keyof DisclosurePatch)[])
    .filter((field) => JSON.stringify(before[field]) !== JSON.stringify(after[field]))
    .map((field) => ({ field, from: before[field], to: after[field] }))
