// Constraints that a plan cannot meet, with suggestions. Pure.
import type { PlanTotals } from '@veritrace/contract/casework/plan'
import type { Draft } from './input.ts'
import { CAPACITY_STEP, leveled, type Scheduled } from './schedule.ts'
import type { Plan } from './view-items.ts'

interface Found extends Plan {
  scheduled: readonly Scheduled[]
  totals: PlanTotals
  lift_curve: Draft['lift_curve']
}

export type Infeasible = NonNullable<Draft['infeasible']>

const MAX_PEOPLE = 200

export const findInfeasible = (found: Found): Infeasible => [...beyondHorizon(found), ...late(found), ...dear(found)]

const beyondHorizon = ({ schedule }: Found): Infeasible =>
  schedule.finish.some((day) => day < 0)
    ? [
        {
          reason: 'This team cannot finish the work within 40 years.',
          suggestion: 'Increase the capacity or reduce the scope.',
        },
      ]
    : []

function late({ input, schedule, scheduled, calendar, lift_curve }: Found): Infeasible {
  const { deadline } = input.constraints
  if (deadline === undefined || scheduled.length === 0) return []
  const days = calendar.daysUntil(deadline)
  if (schedule.end < days) return []
  const finish = calendar.dateOf(schedule.end)
  const inTime = schedule.finish.findLastIndex((day) => day >= 0 && day < days)
  const share = inTime < 0 ? 0 : lift_curve[inTime]!.share
  const people = peopleNeeded(scheduled, input.constraints.capacity_fte, days)
  return [
    {
      reason: `The work would end ${finish ? `on ${finish}` : 'after more than 40 years'}; the deadline is ${deadline}.`,
      suggestion: people
        ? `${people} people would meet the deadline. With this team, about ${percent(share)} of the objects reach the target by the deadline.`
        : `No team size would meet the deadline, because items depend on each other. About ${percent(share)} of the objects reach the target by the deadline.`,
    },
  ]
}

/** More people never finish later, so a binary search finds the smallest sufficient number. */
function peopleNeeded(scheduled: readonly Scheduled[], from: number, days: number): number | undefined {
  const fits = (steps: number): boolean => leveled(scheduled, steps * CAPACITY_STEP).end < days
  let low = Math.round(from / CAPACITY_STEP)
  let high = MAX_PEOPLE / CAPACITY_STEP
  if (!fits(high)) return undefined
  while (high - low > 1) {
    const middle = (low + high) >> 1
    if (fits(middle)) high = middle
    else low = middle
  }
  return high * CAPACITY_STEP
}

function dear({ input, totals, lift_curve }: Found): Infeasible {
  const { budget_days } = input.constraints
  if (budget_days === undefined || totals.effort.p80 <= budget_days) return []
  const affordable = lift_curve.findLast(({ cumulative_p50 }) => cumulative_p50 <= budget_days)
  return [
    {
      reason: `With 80% certainty, the work takes at most ${totals.effort.p80} person-days; the budget is ${budget_days}.`,
      suggestion: affordable
        ? `The plan up to item ${affordable.item_id} brings ${percent(affordable.share)} of the objects to the target for about ${affordable.cumulative_p50} person-days.`
        : 'Not even the first item fits the budget. Reduce the scope.',
    },
  ]
}

const percent = (share: number): string => `${Math.floor(share * 100)}%`
