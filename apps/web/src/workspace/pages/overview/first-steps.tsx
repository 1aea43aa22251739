import { Link } from '@tanstack/react-router'
import type { Overview } from '@veritrace/contract/provenance/account'
import { ArrowRight, CircleCheck, CircleDashed } from 'lucide-react'
import { Card, CardHead } from '../../../ui/bits.tsx'
import { plural } from '../../../ui/format.ts'

/** The way from nothing to a page that answers most questions by itself. Gone once it has been walked. */
export function FirstSteps({ overview }: { overview: Overview }) {
  const { pages, evidence, vendors } = overview
  const steps = [
    {
      to: '/pages',
      done: pages.total > 0,
      title: 'Write a trust page',
      text: 'One address that you can send to whoever asks how you protect their data.',
    },
    {
      to: '/evidence',
      done: evidence.total > 0,
      title: 'Add evidence',
      text: 'Reports, certificates and policies, public or for those who asked.',
    },
    {
      to: '/vendors',
      done: vendors.pinned > 0,
      title: 'Pin the vendors that you depend on',
      text: 'You are told when what they say about themselves changes.',
    },
    { to: '/pages', done: pages.published > 0, title: 'Publish the page', text: 'When nothing is missing from it.' },
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
