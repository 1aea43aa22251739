// The differences between two plans, and their causes. Pure.
import { isDeepStrictEqual } from 'node:util'
import type { DIFF_CAUSES, PlanDiff, PlanItem, PlanTotals } from '@veritrace/contract/casework/plan'

type Cause = (typeof DIFF_CAUSES)[number]

/** Digests of the inputs of a plan, by the cause of difference they stand for. */
type Inputs = Record<Cause, string>

export interface Comparable {
  id: string
  items: readonly PlanItem[]
  totals: PlanTotals
  inputs: Inputs
}

/** The fields of an item that are compared. */
const FIELDS = [
  'title',
  'action_id',
  'wave',
  'start',
  'finish',
  'effort',
  'risk',
  'artifacts_total',
  'lift',
  'preconditions',
  'needs_decision',
] as const
const CAUSES: readonly Cause[] = ['catalog', 'evidence', 'ruleset', 'decisions', 'constraints']

export function diffPlans(from: Comparable, to: Comparable): PlanDiff {
  const before = new Map(from.items.map((item) => [item.key, item]))
  const after = new Set(to.items.map(({ key }) => key))
  return {
    from: from.id,
    to: to.id,
    items: {
      added: to.items.filter(({ key }) => !before.has(key)).map(refOf),
      removed: from.items.filter(({ key }) => !after.has(key)).map(refOf),
      changed: to.items.flatMap((item) => changesOf(before.get(item.key), item)),
    },
    totals: {
      effort_p50_delta: Math.round((to.totals.effort.p50 - from.totals.effort.p50) * 100) / 100,
      objects_delta: to.totals.objects - from.totals.objects,
    },
    causes: CAUSES.filter((cause) => from.inputs[cause] !== to.inputs[cause]),
  }
}

const refOf = ({ id, key, title }: PlanItem) => ({ id, key, title })

const changesOf = (before: PlanItem | undefined, item: PlanItem): PlanDiff['items']['changed'] =>
  before
    ? FIELDS.filter((field) => !isDeepStrictEqual(before[field], item[field])).map((field) => ({
        key: item.key,
        field,
        from: before[field] ?? null,
        to: item[field] ?? null,
      }))
    : []
