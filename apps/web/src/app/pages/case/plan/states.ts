// Colors of the states of plans and items, and the transitions of items.
import type { CasePlan, CasePlanItem, PlanState } from '@veritrace/contract/casework/case-plans'
import type { Tone } from '../../../../ui/badge.tsx'

export const PLAN_TONES: Readonly<Record<PlanState, Tone>> = {
  draft: 'neutral',
  in_review: 'info',
  changes_requested: 'caution',
  approved: 'positive',
  in_delivery: 'info',
  on_hold: 'caution',
  delivered: 'positive',
  verified: 'positive',
  rejected: 'critical',
  withdrawn: 'neutral',
  superseded: 'neutral',
}

type ItemState = CasePlanItem['state']
export const ITEM_TONES: Readonly<Record<ItemState, Tone>> = {
  proposed: 'neutral',
  ready: 'info',
  in_progress: 'info',
  blocked: 'critical',
  done: 'positive',
  verified: 'positive',
  waived: 'neutral',
  failed: 'critical',
}
export const ITEM_COLORS: Readonly<Record<ItemState, string>> = {
  proposed: 'var(--data-6)',
  ready: 'var(--data-1)',
  in_progress: 'var(--data-1)',
  blocked: 'var(--critical-fill)',
  done: 'var(--positive-fill)',
  verified: 'var(--positive-fill)',
  waived: 'var(--muted-fill)',
  failed: 'var(--critical-fill)',
}

type ItemStep = CasePlanItem['allowed_transitions'][number]
/** The label of each transition, the state it leads to, and the input it asks for. */
export const ITEM_STEPS: Readonly<
  Record<ItemStep, { label: string; to: ItemState | 'back'; asks?: 'reason' | 'actual' }>
> = {
  start_item: { label: 'Start', to: 'in_progress' },
  block: { label: 'Block', to: 'blocked', asks: 'reason' },
  unblock: { label: 'Unblock', to: 'back' },
  complete_item: { label: 'Mark as done', to: 'done', asks: 'actual' },
  waive: { label: 'Waive', to: 'waived', asks: 'reason' },
  reopen_item: { label: 'Reopen', to: 'ready' },
}

/** Replaces ids of items with their titles, and codes of verdicts with their labels. */
export function withTitles(text: string, { items }: CasePlan): string {
  const readable = items
    .reduce((now, { id, title }) => now.replaceAll(`items.${id}`, id).replaceAll(id, `“${title}”`), text)
    .replaceAll(/\b[a-z]+: (?=[a-z])/g, '')
    .replaceAll('request_changes', '“request changes”')
  return readable.charAt(0).toUpperCase() + readable.slice(1)
}
