import type { Invoice } from '@veritrace/contract/provenance/billing'
import { Download } from 'lucide-react'
import { More } from '../../../shared/more.tsx'
import { usePages } from '../../../shared/pages.ts'
import { Status, type Tone } from '../../../ui/badge.tsx'
import { Card, CardHead } from '../../../ui/bits.tsx'
import { buttonClass } from '../../../ui/button.tsx'
import { day, span } from '../../../ui/format.ts'
import { api } from '../../api.ts'
import { Loaded } from '../../shared/loaded.tsx'
import { money } from './labels.ts'

const PAGE = 20
const STATUSES: Readonly<Record<Invoice['status'], { label: string; tone: Tone }>> = {
  draft: { label: 'Draft', tone: 'neutral' },
  open: { label: 'Open', tone: 'info' },
  paid: { label: 'Paid', tone: 'positive' },
  uncollectible: { label: 'Uncollectible', tone: 'critical' },
  void: { label: 'Void', tone: 'neutral' },
}

export function Invoices() {
  const invoices = usePages(['billing', 'invoices'], (at) => api.billing.invoices({ query: { limit: PAGE, ...at } }))
  return (
    <Card>
      <CardHead title="Invoices" />
      <Loaded query={invoices} failed="Could not load invoices">
        {({ items }) =>
          items.length === 0 ? (
            <p className="px-4 py-3 text-sm text-ink-2">No invoices yet.</p>
          ) : (
            <ul className="divide-y divide-line-row">
              {items.map((invoice) => (
                <InvoiceRow key={invoice.id} invoice={invoice} />
              ))}
            </ul>
          )
        }
      </Loaded>
      <More found={invoices} what="invoices" className="border-t border-line-row" />
    </Card>
  )
}

function InvoiceRow({ invoice }: { invoice: Invoice }) {
  const { number, status, currency, total, period_start, period_end, issued_at, due_at, hosted_url, pdf_url } = invoice
  const name = number ?? 'Not issued'
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-1 px-4 py-2 text-sm">
      <span className="min-w-0 flex-1 basis-48">
        <span className="block font-mono text-xs">{name}</span>
        <span className="block text-xs text-ink-3">
          {span(period_start, period_end)}
          {issued_at && `, issued ${day(issued_at)}`}
        </span>
      </span>
      <span className="tnum">{money(total, currency)}</span>
      <Status tone={STATUSES[status].tone}>
        {STATUSES[status].label}
        {status === 'open' && due_at && `, due ${day(due_at)}`}
      </Status>
      {status === 'open' && hosted_url && (
        <a href={hosted_url} target="_blank" rel="noreferrer" className={buttonClass({ size: 'sm' })}>
          Pay
        </a>
      )}
      {pdf_url && (
        <a
          href={pdf_url}
          aria-label={`Download ${name}`}
          className={buttonClass({ variant: 'ghost', size: 'icon-sm' })}
        >
          <Download />
        </a>
      )}
    </li>
  )
}
