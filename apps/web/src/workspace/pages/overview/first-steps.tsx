import { Link } from '@tanstack/react-router'
import type { Overview } from '@veritrace/contract/provenance/account'
import { ArrowRight, CircleCheck, CircleDashed } from 'lucide-react'
import { Card, CardHead } from '../../../ui/bits.tsx'
import { plural } from '../../../ui/format.ts'

/** A checklist for new workspaces. Disappears once all steps are done. */
export function FirstSteps({ overview }: { overview: Overview }) {
  const { pages, evidence, vendors } = overview
  const steps = [
    {
      to: '/pages',
      done: pages.total > 0,
      title: 'Create a trust page',
      text: 'One link for everyone who asks how you protect their data.',
    },
    {
      to: '/evidence',
      done: evidence.total > 0,
      title: 'Add evidence',
      text: 'Reports, certificates and policies, public or on request.',
    },
    {
      to: '/vendors',
      done: vendors.pinned > 0,
      title: 'Pin your vendors',
      text: 'Get notified when their security claims change.',
    },
    { to: '/pages', done: pages.published > 0, title: 'Publish the page', text: 'As soon as nothing is missing.' },
  ]
  const left = steps.filter(({ done }) => !done).length
  if (left === 0) return null
  return (
    <Card>
      <CardHead title="First steps" hint={`${plural(left, 'step')} left`} />
      <ol className="grid gap-px overflow-hidden rounded-b-lg bg-line-row sm:grid-cols-2 xl:grid-cols-4">
        {steps.map(({ to, done, title, text }) => {
          const Icon = done ? CircleCheck : CircleDashed
          return (
            <li key={title} className="bg-surface">
              <Link to={to} className="group flex h-full items-start gap-3 px-4 py-3 hover:bg-hover">
                <Icon aria-hidden className={done ? 'mt-0.5 size-4 text-positive' : 'mt-0.5 size-4 text-ink-3'} />
                <span className="min-w-0 flex-1">
                  <span className="block text-sm font-medium">
                    {title}
                    {done && <span className="sr-only"> (done)</span>}
                  </span>
                  <span className="block text-xs text-ink-2">{text}</span>
                </span>
                {!done && <ArrowRight aria-hidden className="mt-0.5 size-4 text-ink-3 group-hover:text-ink" />}
              </Link>
            </li>
          )
        })}
      </ol>
    </Card>
  )
}
