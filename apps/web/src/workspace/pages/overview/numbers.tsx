import { Link } from '@tanstack/react-router'
import type { Overview } from '@veritrace/contract/provenance/account'
import { Card, CardHead } from '../../../ui/bits.tsx'
import { count } from '../../../ui/format.ts'

/** Totals of everything in the workspace. */
export function Numbers({ overview }: { overview: Overview }) {
  const { pages, disclosures, evidence, requests, vendors } = overview
  const figures = [
    { to: '/pages', label: 'Trust pages', value: pages.total, hint: `${count(pages.published)} published` },
    {
      to: '/pages',
      label: 'Disclosures',
      value: Object.values(disclosures).reduce((sum, n) => sum + n, 0),
      hint: `${count(disclosures.published)} published`,
    },
    { to: '/evidence', label: 'Evidence', value: evidence.total, hint: `${count(evidence.to_review)} to review` },
    { to: '/requests', label: 'Open requests', value: requests.open, hint: `${count(requests.overdue)} overdue` },
    {
      to: '/vendors',
      label: 'Pinned vendors',
      value: vendors.pinned,
      hint: `${count(vendors.changes_30d)} changes in 30 days`,
    },
    { to: '/vendors', label: 'On your pages', value: vendors.picked, hint: 'listed as subprocessors' },
  ]
  return (
    <Card>
      <CardHead title="In numbers" />
      <ul className="grid grid-cols-2 gap-px overflow-hidden rounded-b-lg bg-line-row sm:grid-cols-3">
        {figures.map(({ to, label, value, hint }) => (
          <li key={label} className="bg-surface">
            <Link to={to} className="flex h-full flex-col px-4 py-3 hover:bg-hover">
              <span className="text-xs text-ink-2">{label}</span>
              <span className="text-2xl font-semibold tnum">{count(value)}</span>
              <span className="text-xs text-ink-3">{hint}</span>
            </Link>
          </li>
        ))}
      </ul>
    </Card>
  )
}
