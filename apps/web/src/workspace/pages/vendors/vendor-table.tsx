import { MAX_UNREAD, type PinnedVendor } from '@veritrace/contract/provenance/pins'
import { ArrowUpRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { Badge, Status } from '../../../ui/badge.tsx'
import { type Column, DataTable } from '../../../ui/data-table.tsx'
import { count, day, plural } from '../../../ui/format.ts'
import { BAND_TONES, STATUS_TONES, sentence, TIER_TONES } from './labels.ts'

interface Props {
  pins: readonly PinnedVendor[]
  open: string | undefined
  onOpen(id: string): void
  empty: ReactNode
}
export const VendorTable = ({ pins, open, onOpen, empty }: Props) => (
  <DataTable
    caption="Pinned vendors with their tier, status, risk and unread changes"
    columns={COLUMNS}
    rows={pins}
    rowId={({ vendor_id }) => vendor_id}
    active={open}
    onActivate={onOpen}
    empty={empty}
    rowHeight={53}
  />
)

const cell = (show: (pin: PinnedVendor) => ReactNode) => (context: { row: { original: PinnedVendor } }) =>
  show(context.row.original)

const isOverdue = ({ next_review_at }: PinnedVendor): boolean => new Date(next_review_at) < new Date()

const COLUMNS: Column<PinnedVendor>[] = [
  {
    accessorKey: 'vendor_name',
    header: 'Vendor',
    cell: cell((pin) => (
      <span className="flex min-w-0 flex-col items-start py-0.5">
        <button type="button" data-open className="min-h-6 max-w-[min(22rem,46cqw)] truncate text-left font-medium">
          {pin.vendor_name}
        </button>
        <PublicProfile slug={pin.vendor_slug} name={pin.vendor_name} />
        <span className="text-xs text-ink-2 @lg:hidden">
          {sentence(pin.tier)}, {pin.status}
        </span>
      </span>
    )),
  },
  {
    accessorKey: 'tier',
    header: 'Tier',
    cell: cell(({ tier }) => <Badge tone={TIER_TONES[tier]}>{sentence(tier)}</Badge>),
    meta: { className: '@max-lg:hidden' },
  },
  {
    accessorKey: 'status',
    header: 'Status',
    cell: cell(({ status }) => <Status tone={STATUS_TONES[status]}>{sentence(status)}</Status>),
    meta: { className: '@max-lg:hidden' },
  },
  {
    accessorKey: 'risk_band',
    header: 'Risk',
    cell: cell((pin) => <RiskBadge pin={pin} />),
  },
  {
    accessorKey: 'unread_changes',
    header: 'Unread',
    cell: cell(({ unread_changes: n }) =>
      n > 0 ? (
        <Badge tone="info" title={plural(n, 'unread change')}>
          {n < MAX_UNREAD ? count(n) : `${count(n)}+`} new
        </Badge>
      ) : (
        <span className="text-ink-3">None</span>
      ),
    ),
  },
  {
    accessorKey: 'next_review_at',
    header: 'Next review',
    cell: cell((pin) => (
      <time
        dateTime={pin.next_review_at}
        className={isOverdue(pin) ? 'whitespace-nowrap text-critical' : 'whitespace-nowrap text-ink-2'}
      >
        {day(pin.next_review_at)}
        {isOverdue(pin) && ', overdue'}
      </time>
    )),
    meta: { className: '@max-2xl:hidden' },
  },
]

export const RiskBadge = ({ pin: { risk_band, risk_override } }: { pin: PinnedVendor }) =>
  risk_band ? (
    <Badge tone={BAND_TONES[risk_band] ?? 'neutral'} {...(risk_override && { title: 'Your own rating' })}>
      {sentence(risk_band)}
      {risk_override && '*'}
    </Badge>
  ) : (
    <span className="text-ink-3">Unknown</span>
  )

/** A link to the public profile in the directory. */
export const PublicProfile = ({ slug, name }: { slug: string; name: string }) => (
  <a
    href={`/vendors/${slug}`}
    aria-label={`Public profile of ${name}`}
    className="inline-flex min-h-6 items-center gap-0.5 font-mono text-xs text-ink-3 hover:text-accent hover:underline"
  >
    {slug}
    <ArrowUpRight aria-hidden className="size-3" />
  </a>
)
