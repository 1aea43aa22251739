import { useQuery } from '@tanstack/react-query'
import type { CasePlan } from '@veritrace/contract/casework/case-plans'
import { displayNumbers } from '@veritrace/contract/casework/wave-numbers'
import { useState } from 'react'
import { Badge } from '../../../../ui/badge.tsx'
import { Card, CardHead } from '../../../../ui/bits.tsx'
import { ago, count, days, plural } from '../../../../ui/format.ts'
import { sentenceOf } from '../../../shared/case/words.ts'
import { Loaded } from '../../../shared/loaded.tsx'
import { planQuery, useCase, usePlans } from '../queries.ts'
import { useSetSearch } from '../search.ts'
import { PLAN_TONES } from './states.ts'

/** The plans of the case, and how the open one differs from another. */
export function Versions({ plan }: { plan: CasePlan }) {
  const plans = usePlans()
  const setSearch = useSetSearch()
  const items = plans.data ?? []
  const others = items.filter(({ id }) => id !== plan.id)
  const [chosen, setChosen] = useState<string>()
  const other = chosen ?? plan.based_on?.plan_id ?? others[0]?.id
  return (
    <div className="grid gap-4 p-4 lg:grid-cols-2">
      <Card>
        <CardHead title="Plans" hint={`${items.length}`} />
        <ul className="divide-y divide-line-row">
          {items.map(({ id, number, title, state, author, created_at, totals, is_current }) => (
            <li key={id}>
              <button
                type="button"
                aria-current={id === plan.id || undefined}
                onClick={() => setSearch({ plan: id })}
                className="flex w-full flex-wrap items-center gap-x-3 gap-y-1 px-4 py-2 text-left text-sm hover:bg-hover aria-current:bg-selected"
              >
                <span className="min-w-0 flex-1">
                  {number}. {title}
                  <span className="block text-xs text-ink-3">
                    {author.name}, {ago(created_at)}
                  </span>
                </span>
                {is_current && <Badge tone="info">current</Badge>}
                <Badge tone={PLAN_TONES[state]}>{sentenceOf(state)}</Badge>
                <span className="w-12 text-right tnum">{days(totals.effort.p50)}</span>
              </button>
            </li>
          ))}
        </ul>
      </Card>
      <Card>
        <CardHead
          title={`Compare plan ${plan.number} with`}
          actions={
            others.length > 0 && (
              <select
                aria-label="Other plan"
                value={other ?? ''}
                onChange={(event) => setChosen(event.target.value)}
                className="h-7 rounded-md border border-line-control bg-surface px-2 text-xs"
              >
                {others.map(({ id, number, title }) => (
                  <option key={id} value={id}>
                    {number}. {title}
                  </option>
                ))}
              </select>
            )
          }
        />
        {other ? (
          <Diff plan={plan} other={other} />
        ) : (
          <p className="p-4 text-sm text-ink-2">No other plan yet. Generate one to compare it with this plan.</p>
        )}
      </Card>
    </div>
  )
}

function Diff({ plan, other }: { plan: CasePlan; other: string }) {
  const theCase = useCase()
  const before = useQuery(planQuery(theCase, other))
  const now = useQuery(planQuery(theCase, plan.id)).data
  return (
    <Loaded query={before}>
      {(old) => {
        if (!now) return null
        const { added, removed, moved } = diffOf(old, now)
        const delta = plan.totals.effort.p50 - old.totals.effort.p50
        return (
          <div className="flex flex-col gap-3 p-4 text-sm">
            <p className="tnum">
              {plural(added.length, 'item')} added, {removed.length} removed, {moved.length} changed; effort{' '}
              {delta >= 0 ? '+' : '−'}
              {days(Math.abs(delta))}
            </p>
            <Lines title="Added" lines={added.map(({ title }) => title)} />
            <Lines title="Removed" lines={removed.map(({ title }) => title)} />
            <Lines title="Changed" lines={moved} />
          </div>
        )
      }}
    </Loaded>
  )
}

const Lines = ({ title, lines }: { title: string; lines: readonly string[] }) =>
  lines.length > 0 && (
    <section>
      <h3 className="label">{title}</h3>
      <ul className="list-disc pl-5">
        {lines.map((text) => (
          <li key={text} className="break-words">
            {text}
          </li>
        ))}
      </ul>
    </section>
  )

/** The same item has the same key in every plan. */
function diffOf(old: CasePlan, now: CasePlan) {
  const was = new Map(old.items.map((item) => [item.key, item]))
  const is = new Set(now.items.map(({ key }) => key))
  const numbers = displayNumbers(now.items)
  return {
    added: now.items.filter(({ key }) => !was.has(key)),
    removed: old.items.filter(({ key }) => !is.has(key)),
    moved: now.items.flatMap((item) => {
      const before = was.get(item.key)
      if (!before) return []
      const changes = [
        before.wave !== item.wave && `moved to wave ${numbers.get(item.wave)}`,
        before.effort.p50 !== item.effort.p50 && `effort ${days(before.effort.p50)} to ${days(item.effort.p50)}`,
        before.artifacts_total !== item.artifacts_total &&
          `${count(before.artifacts_total)} to ${plural(item.artifacts_total, 'object')}`,
      ].filter(Boolean)
      return changes.length > 0 ? [`${item.title}: ${changes.join(', ')}`] : []
    }),
  }
}
