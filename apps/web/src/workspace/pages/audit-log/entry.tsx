import type { AuditEntry } from '@veritrace/contract/provenance/audit'
import { ChevronRight } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import { Status } from '../../../ui/badge.tsx'
import { Avatar } from '../../../ui/bits.tsx'
import { Button } from '../../../ui/button.tsx'
import { cn } from '../../../ui/cn.ts'
import { count, moment } from '../../../ui/format.ts'
import { Ago } from '../../shared/ago.tsx'
import { OUTCOMES, useSetFilters } from './log-filters.ts'

interface Props {
  entry: AuditEntry
  isOpen: boolean
  onOpen(open: boolean): void
}
export function Entry({ entry, isOpen, onOpen }: Props) {
  const { actor, action, resource, outcome, occurred_at } = entry
  const details = useId()
  return (
    <li className={cn(isOpen && 'bg-sunken')}>
      <button
        type="button"
        aria-expanded={isOpen}
        aria-controls={isOpen ? details : undefined}
        onClick={() => onOpen(!isOpen)}
        className="flex w-full items-center gap-3 px-4 py-2 text-left text-sm hover:bg-hover"
      >
        <ChevronRight
          aria-hidden
          className={cn('size-4 shrink-0 text-ink-3 transition-transform duration-100', isOpen && 'rotate-90')}
        />
        <span className="flex min-w-0 flex-1 flex-wrap items-center gap-x-3 gap-y-0.5">
          <span className="flex w-40 min-w-0 items-center gap-2 max-sm:w-full">
            <Avatar name={actor.label || actor.type} />
            <span className="truncate">{actor.label || actor.type}</span>
          </span>
          <span className="w-60 truncate font-mono text-xs max-sm:w-full">{action}</span>
          <span className="min-w-0 flex-1 basis-32 truncate text-ink-2">{resource.label || resource.id}</span>
        </span>
        {outcome !== 'success' && <Status tone={OUTCOMES[outcome]}>{outcome}</Status>}
        <Ago at={occurred_at} className="shrink-0 text-xs text-ink-3" />
      </button>
      {isOpen && <Details id={details} entry={entry} />}
    </li>
  )
}

function Details({ id, entry }: { id: string; entry: AuditEntry }) {
  const { actor, resource, changes } = entry
  const setFilters = useSetFilters()
  const facts: readonly (readonly [string, ReactNode])[] = [
    ['Time', moment(entry.occurred_at)],
    ['Actor', `${actor.label || 'unnamed'} (${actor.type.replace('_', ' ')})`],
    ['Resource', `${resource.type} ${resource.id}`],
    ['Outcome', entry.reason ? `${entry.outcome}: ${entry.reason}` : entry.outcome],
    ['IP address', actor.ip],
    ['User agent', actor.user_agent],
    ['Entry', `#${count(entry.sequence)}`],
    ['Request', mono(entry.request_id)],
    ['Correlation', entry.correlation_id !== entry.request_id && mono(entry.correlation_id)],
    ['Hash', mono(entry.hash)],
    ['Previous hash', mono(entry.prev_hash)],
  ]
  return (
    <div id={id} className="flex flex-col gap-3 px-4 pb-3 sm:pl-11">
      {changes.length > 0 && <Changes changes={changes} />}
      <dl className="grid grid-cols-[6rem_minmax(0,1fr)] gap-x-3 gap-y-1 text-sm">
        {facts
          .filter(([, value]) => value)
          .map(([name, value]) => (
            <div key={name} className="contents">
              <dt className="text-ink-3">{name}</dt>
              <dd className="wrap-anywhere">{value}</dd>
            </div>
          ))}
      </dl>
      <div className="flex flex-wrap gap-2">
        <Button size="sm" onClick={() => setFilters({ actor: actor.id, open: undefined })}>
          Filter by {actor.label || actor.type}
        </Button>
        <Button size="sm" onClick={() => setFilters({ action: entry.action, open: undefined })}>
          Filter by {entry.action}
        </Button>
      </div>
    </div>
  )
}

const mono = (text: string): ReactNode => <span className="font-mono text-xs">{text}</span>

const Changes = ({ changes }: Pick<AuditEntry, 'changes'>) => (
  <table className="w-full table-fixed text-left text-sm">
    <caption className="sr-only">Changes</caption>
    <thead className="text-xs text-ink-3">
      <tr>
        {['Field', 'Before', 'After'].map((head) => (
          <th key={head} scope="col" className="py-1 pr-2 font-medium">
            {head}
          </th>
        ))}
      </tr>
    </thead>
    <tbody>
      {changes.map(({ field, from, to }) => (
        <tr key={field} className="border-t border-line-row align-top">
          <th scope="row" className="py-1 pr-2 font-mono text-xs font-normal wrap-anywhere">
            {field}
          </th>
          <td className="py-1 pr-2 text-ink-3 wrap-anywhere">{said(from)}</td>
          <td className="py-1 wrap-anywhere">{said(to)}</td>
        </tr>
      ))}
    </tbody>
  </table>
)

const said = (value: unknown): string => {
  if (value === null || value === undefined || value === '') return 'empty'
  return typeof value === 'string' ? value : JSON.stringify(value)
}
