import { Link } from '@tanstack/react-router'
import type { Overview } from '@veritrace/contract/provenance/account'
import { Check } from 'lucide-react'
import { Status, type Tone } from '../../../ui/badge.tsx'
import { Card, CardHead } from '../../../ui/bits.tsx'
import { plural } from '../../../ui/format.ts'

interface Task {
  text: string
  tone: Tone
  to: '/requests' | '/evidence' | '/pages' | '/vendors' | '/billing'
  search?: Record<string, string>
}

/** Open tasks, most urgent first. */
export function Waiting({ overview }: { overview: Overview }) {
  const tasks = tasksOf(overview)
  return (
    <Card>
      <CardHead title="Needs attention" hint={tasks.length > 0 ? plural(tasks.length, 'task') : undefined} />
      {tasks.length === 0 ? (
        <p className="flex items-center gap-2 px-4 py-3 text-sm text-ink-2">
          <Check aria-hidden className="size-4 text-positive" />
          Nothing is overdue, expired or waiting for review.
        </p>
      ) : (
        <ul className="divide-y divide-line-row">
          {tasks.map(({ text, tone, to, search = {} }) => (
            <li key={text}>
              <Link
                to={to}
                search={search as never}
                className="flex min-h-10 items-center px-4 py-2 text-sm hover:bg-hover"
              >
                <Status tone={tone} className="whitespace-normal">
                  {text}
                </Status>
              </Link>
            </li>
          ))}
        </ul>
      )}
    </Card>
  )
}

function tasksOf({ requests, evidence, pages, vendors, limits_near }: Overview): Task[] {
  const all: [number, (n: number) => Task][] = [
    [
      requests.overdue,
      (n) => ({
        text: `${plural(n, 'request is', 'requests are')} overdue`,
        tone: 'critical',
        to: '/requests',
        search: { status: 'overdue' },
      }),
    ],
    [
      evidence.expired,
      (n) => ({
        text: `${plural(n, 'piece', 'pieces')} of evidence expired`,
        tone: 'critical',
        to: '/evidence',
        search: { status: 'expired' },
      }),
    ],
    [
      pages.domains_failed,
      (n) => ({ text: `${plural(n, 'custom domain')} could not be verified`, tone: 'critical', to: '/pages' }),
    ],
    [
      evidence.to_review,
      (n) => ({
        text: `${plural(n, 'piece', 'pieces')} of evidence to review`,
        tone: 'caution',
        to: '/evidence',
        search: { status: 'to_review' },
      }),
    ],
    [
      evidence.expiring_30d,
      (n) => ({
        text: `${plural(n, 'piece', 'pieces')} of evidence expiring within 30 days`,
        tone: 'caution',
        to: '/evidence',
        search: { status: 'expiring' },
      }),
    ],
    [
      pages.domains_waiting,
      (n) => ({ text: `${plural(n, 'custom domain')} waiting for verification`, tone: 'info', to: '/pages' }),
    ],
    [vendors.unread_changes, (n) => ({ text: `${plural(n, 'unread vendor change')}`, tone: 'info', to: '/vendors' })],
    [
      limits_near.length,
      (n) => ({ text: `${plural(n, 'plan limit')} nearly reached`, tone: 'caution', to: '/billing' }),
    ],
  ]
  return all.filter(([n]) => n > 0).map(([n, task]) => task(n))
}
