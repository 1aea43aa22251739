// A policy as form values: numbers and lists as typed.
import type { EVIDENCE_KINDS, ReviewStatus } from '@veritrace/contract/provenance/evidence'
import type { NewRetentionPolicy, RetentionPolicy } from '@veritrace/contract/provenance/storage'

type Kind = (typeof EVIDENCE_KINDS)[number]
export interface Draft extends Pick<RetentionPolicy, 'name' | 'action' | 'basis' | 'enabled' | 'dry_run'> {
  after_days: string
  kinds: Kind[]
  review_status: ReviewStatus[]
  tags: string
  /** In MB. */
  min_size: string
  keep_last_versions: string
  priority: string
}

const MB = 1_000_000

const NEW: Draft = {
  name: '',
  action: 'tier_to_cold',
  basis: 'superseded_at',
  after_days: '365',
  kinds: [],
  review_status: [],
  tags: '',
  min_size: '',
  keep_last_versions: '1',
  priority: '100',
  enabled: true,
  dry_run: true,
}

export function draftOf(policy: RetentionPolicy | undefined): Draft {
  if (!policy) return NEW
  const { name, action, basis, enabled, dry_run, applies_to } = policy
  return {
    name,
    action,
    basis,
    enabled,
    dry_run,
    after_days: String(policy.after_days),
    kinds: applies_to.kinds as Kind[],
    review_status: applies_to.review_status as ReviewStatus[],
    tags: applies_to.tags.join(', '),
    min_size: applies_to.min_size_bytes === null ? '' : String(applies_to.min_size_bytes / MB),
    keep_last_versions: String(policy.keep_last_versions),
    priority: String(policy.priority),
  }
}

type Body = Omit<NewRetentionPolicy, 'applies_to'> & {
  applies_to: Omit<Required<NonNullable<NewRetentionPolicy['applies_to']>>, 'min_size_bytes'>
}

/** The API body without the size, which new policies omit and changes set to null. */
export const bodyOf = (draft: Draft): Body => ({
  name: draft.name.trim(),
  action: draft.action,
  basis: draft.basis,
  enabled: draft.enabled,
  dry_run: draft.dry_run,
  after_days: Number(draft.after_days),
  keep_last_versions: Number(draft.keep_last_versions),
  priority: Number(draft.priority),
  applies_to: {
    kinds: draft.kinds,
    review_status: draft.review_status,
    tags: [...new Set(draft.tags.split(',').map((tag) => tag.trim()))].filter(Boolean),
  },
})

export const sizeOf = ({ min_size }: Draft): number | undefined =>
  min_size === '' ? undefined : Math.round(Number(min_size) * MB)
