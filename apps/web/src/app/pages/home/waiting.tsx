// What is waiting for the user: reviews, decisions, due dates, and stale results.
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { Case } from '@veritrace/contract/casework/cases'
import { CircleCheck } from 'lucide-react'
import { useState } from 'react'
import { More } from '../../../shared/more.tsx'
import { readAll } from '../../../shared/pages.ts'
import { Badge, type Tone } from '../../../ui/badge.tsx'
import { Card, CardHead } from '../../../ui/bits.tsx'
import { Button } from '../../../ui/button.tsx'
import { ago, count, plural } from '../../../ui/format.ts'
import { ErrorState, SkeletonText } from '../../../ui/states.tsx'
import { api, explain } from '../../api.ts'
import { useNewestCases } from '../../shared/newest-cases.ts'

const MAX_SHOWN = 6
const PAGE = 200
const SOON_MS = 30 * 86_400_000

export function Waiting() {
  const found = useNewestCases({ retry: false })
  const [isFolded, setFolded] = useState(true)
  const all = found.data?.items ?? []
  const waiting = all.map((one) => ({ one, reasons: reasonsOf(one) })).filter(({ reasons }) => reasons.length > 0)
  const shown = isFolded ? waiting.slice(0, MAX_SHOWN) : waiting
  const hint = found.hasNextPage ? `${count(waiting.length)}+ cases` : plural(waiting.length, 'case')
  return (
    <Card>
      <CardHead title="Waiting for you" {...(waiting.length > 0 && { hint })} />
      {found.isLoading && <SkeletonText lines={2} />}
      {found.error && !found.data && (
        <ErrorState title="The cases did not load" detail={explain(found.error)} onRetry={() => found.refetch()} />
      )}
      {found.data && waiting.length === 0 && (
        <p className="flex items-center gap-2 px-4 py-3 text-sm text-ink-2">
          <CircleCheck aria-hidden className="size-4 text-positive" />
          {found.hasNextPage
            ? `None of the ${count(all.length)} newest cases is waiting for you.`
            : 'Nothing is waiting for you.'}
        </p>
      )}
      <Expiring />
      <ul className="divide-y divide-line-row">
        {shown.map(({ one, reasons }) => (
          <li key={one.id}>
            <Link to="/cases/$id" params={{ id: one.id }} className="flex flex-col gap-1 px-4 py-2.5 hover:bg-hover">
              <span className="flex items-baseline gap-2 text-sm">
                <span className="shrink-0 font-mono text-xs whitespace-nowrap text-ink-3">{one.key}</span>
                <span className="min-w-0 truncate font-medium">{one.title}</span>
              </span>
              <span className="flex flex-wrap gap-1">
                {reasons.map(([tone, text]) => (
                  <Badge key={text} tone={tone}>
                    {text}
                  </Badge>
                ))}
              </span>
            </Link>
          </li>
        ))}
      </ul>
      {shown.length < waiting.length ? (
        <div className="flex justify-center border-t border-line-row p-3">
          <Button size="sm" onClick={() => setFolded(false)}>
            Show more
          </Button>
        </div>
      ) : (
        <More found={found} what="cases" onMore={() => setFolded(false)} className="border-t border-line-row" />
      )}
    </Card>
  )
}

/** Exemptions that expire within 30 days. */
function Expiring() {
  const { data } = useQuery({
    queryKey: ['decisions', 'exemptions'],
    queryFn: () =>
      readAll((at) => api.decisions.list({ query: { kind: 'exemption', status: 'active', limit: PAGE, ...at } })),
    retry: false,
  })
  const soon = (data ?? []).filter(
    ({ expires_at }) => expires_at !== null && new Date(expires_at).getTime() - Date.now() < SOON_MS,
  )
  if (soon.length === 0) return null
  return (
    <Link
      to="/govern"
      search={(before) => ({ ...before, view: 'exemptions' as const })}
      className="flex items-center gap-2 border-b px-4 py-2.5 text-sm hover:bg-hover"
    >
      <Badge tone="caution">{plural(soon.length, 'exemption')}</Badge>
      {soon.length === 1 ? 'expires' : 'expire'} within 30 days
    </Link>
  )
}

function reasonsOf({ status, counters, stale, due_at }: Case, now = Date.now()): (readonly [Tone, string])[] {
  if (status === 'closed') return []
  const due = due_at ? new Date(due_at).getTime() - now : Number.POSITIVE_INFINITY
  const all: (readonly [Tone, string] | false)[] = [
    counters.reviews_pending > 0 && ['info', plural(counters.reviews_pending, 'review')],
    counters.recommendations_open > 0 && ['info', plural(counters.recommendations_open, 'open decision')],
    counters.deliveries_failed > 0 && [
      'critical',
      plural(counters.deliveries_failed, 'failed delivery', 'failed deliveries'),
    ],
    stale.is && ['caution', `stale: ${stale.reasons.map((reason) => reason.replaceAll('_', ' ')).join(', ')}`],
    due < SOON_MS && [due < 0 ? 'critical' : 'caution', `due ${ago(due_at!, now)}`],
  ]
  return all.filter((reason) => reason !== false)
}
