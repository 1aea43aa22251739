import type { Role } from '@veritrace/contract/endpoint'
import type { Holding, Holdings } from '@veritrace/contract/members'
import { useId, useState } from 'react'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { cn } from '../../ui/cn.ts'
import { ago, count, day } from '../../ui/format.ts'
import { type Choices, type Colleague, choiceOf, type Heir, heirOf, leastOf, mayTakeOver } from './choices.ts'

/** How many to show before “Show more”. */
const FEW = 3

interface Props {
  held: Holdings
  colleagues: readonly Colleague[]
  choices: Choices
  onAll(heir: Heir): void
  onOne(id: string, heir: Heir): void
}

export function Kind({ held, colleagues, choices, onAll, onOne }: Props) {
  const [isWhole, setWhole] = useState(false)
  const heading = useId()
  const { kind, title, total, items, on_removal, can_hand_over } = held
  const choice = choiceOf(choices, kind)
  const isMixed = items.some(({ id }) => heirOf(choice, id) !== choice.all)
  const shown = isWhole ? items : items.slice(0, FEW)
  return (
    <section aria-labelledby={heading} className="rounded-lg border">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2 px-3 py-2">
        <h3 id={heading} className="flex-1 basis-40 text-sm font-medium">
          {title} <span className="font-normal text-ink-3">{count(total)}</span>
        </h3>
        {can_hand_over ? (
          <HeirSelect
            label={`All of: ${title}`}
            value={isMixed ? MIXED : choice.all}
            isMixed={isMixed}
            noneLabel={on_removal === 'ends' ? 'Revoke all' : 'Leave unassigned'}
            colleagues={colleagues}
            least={leastOf(held)}
            onChange={onAll}
          />
        ) : (
          <Badge tone="neutral">revoked</Badge>
        )}
      </div>
      <ul className="divide-y divide-line-row border-t border-line-row">
        {shown.map((item) => (
          <li key={item.id} className="flex flex-wrap items-center gap-x-3 gap-y-1 px-3 py-2 text-sm">
            <span className="min-w-0 flex-1 basis-40">
              <span className="wrap-anywhere">{item.label || item.id}</span>
              <span className="block text-xs text-ink-3 wrap-anywhere">{about(item)}</span>
            </span>
            {can_hand_over && total > 1 && (
              <HeirSelect
                label={`${title}: ${item.label || item.id}`}
                value={heirOf(choice, item.id)}
                noneLabel={on_removal === 'ends' ? 'Revoke' : 'Leave unassigned'}
                colleagues={colleagues}
                least={item.least_role}
                onChange={(heir) => onOne(item.id, heir)}
              />
            )}
          </li>
        ))}
      </ul>
      {items.length > shown.length && (
        <div className="border-t border-line-row px-3 py-1.5">
          <Button variant="ghost" size="sm" onClick={() => setWhole(true)}>
            Show {count(items.length - shown.length)} more
          </Button>
        </div>
      )}
      {isWhole && total > items.length && (
        <p className="border-t border-line-row px-3 py-2 text-xs text-ink-3">
          Plus {count(total - items.length)} older ones, which follow the choice for all.
        </p>
      )}
    </section>
  )
}

const MIXED = 'mixed'

interface HeirProps {
  label: string
  value: Heir
  noneLabel: string
  colleagues: readonly Colleague[]
  least: Role | null
  isMixed?: boolean
  onChange(heir: Heir): void
}
const HeirSelect = ({ label, value, noneLabel, colleagues, least, isMixed, onChange }: HeirProps) => (
  <select
    aria-label={label}
    value={value}
    onChange={({ target }) => onChange(target.value)}
    className={cn(
      'h-8 max-w-full min-w-40 rounded-md border border-line-control bg-surface px-2 text-sm coarse:h-11',
      value === '' && 'text-ink-2',
    )}
  >
    {isMixed && (
      <option value={MIXED} disabled>
        Mixed
      </option>
    )}
    <option value="">{noneLabel}</option>
    {colleagues.map((one) => (
      <option key={one.id} value={one.id} disabled={!mayTakeOver(one, least)}>
        Transfer to {one.name}
        {mayTakeOver(one, least) ? '' : ` (needs ${least})`}
      </option>
    ))}
  </select>
)

const about = ({ detail, created_at, expires_at, last_used_at }: Holding): string =>
  [
    detail,
    last_used_at && `used ${ago(last_used_at)}`,
    !last_used_at && created_at && `created ${ago(created_at)}`,
    expires_at && `until ${day(expires_at)}`,
  ]
    .filter(Boolean)
    .join(' · ')
