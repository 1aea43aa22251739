// The pinned vendors of the workspace, with their unread changes.
import { PIN_STATUSES, type PinnedVendor, TIERS } from '@veritrace/contract/provenance/pins'
import { Plus, Radar } from 'lucide-react'
import { PageHead } from '../../../shared/page-head.tsx'
import { Card } from '../../../ui/bits.tsx'
import { Button } from '../../../ui/button.tsx'
import { plural } from '../../../ui/format.ts'
import { Empty } from '../../../ui/states.tsx'
import { DebouncedInput } from '../../shared/debounced-input.tsx'
import { Choose, NoMatches } from '../../shared/find.tsx'
import { Loaded } from '../../shared/loaded.tsx'
import { may, whyNot } from '../../shared/may.ts'
import { sentence } from './labels.ts'
import { OwnProfile } from './own-profile.tsx'
import { PinVendor } from './pin-vendor.tsx'
import { PinnedVendorDrawer } from './pinned-vendor.tsx'
import { usePins, useSetFilters, useVendorFilters } from './use-pins.ts'
import { VendorTable } from './vendor-table.tsx'

export default function Vendors() {
  const filters = useVendorFilters()
  const setFilters = useSetFilters()
  const pins = usePins()
  const opened = pins.data?.find(({ vendor_id }) => vendor_id === filters.open)
  const unread = (pins.data ?? []).filter(({ unread_changes }) => unread_changes > 0).length
  return (
    <div className="mx-auto flex max-w-5xl flex-col gap-5 p-4 lg:p-6">
      <PageHead
        title="Vendors"
        actions={
          <Button
            variant="solid"
            disabled={!may('member')}
            title={whyNot('member')}
            onClick={() => setFilters({ intent: 'new' })}
          >
            <Plus />
            Pin vendors
          </Button>
        }
      >
        {unread > 0
          ? `${plural(unread, 'vendor has', 'vendors have')} unread changes.`
          : 'Vendors that process your data. We check their claims regularly and notify you of changes.'}
      </PageHead>
      <Card className="overflow-hidden">
        <Loaded query={pins} failed="Could not load vendors">
          {(found) => (found.length === 0 ? <NoVendors /> : <Pinned pins={found} />)}
        </Loaded>
      </Card>
      <OwnProfile />
      <PinVendor
        open={filters.intent === 'new'}
        pins={pins.data ?? []}
        onClose={() => setFilters({ intent: undefined })}
      />
      <PinnedVendorDrawer pin={opened} onClose={() => setFilters({ open: undefined })} />
    </div>
  )
}

function Pinned({ pins }: { pins: readonly PinnedVendor[] }) {
  const { tier, status, q = '', open } = useVendorFilters()
  const setFilters = useSetFilters()
  const text = q.toLowerCase()
  const matching = pins.filter(
    (pin) =>
      (!tier || pin.tier === tier) &&
      (!status || pin.status === status) &&
      [pin.vendor_name, pin.vendor_slug, ...pin.tags].some((name) => name.toLowerCase().includes(text)),
  )
  const showAll = () => setFilters({ tier: undefined, status: undefined, q: undefined })
  return (
    <>
      <search className="flex flex-wrap items-center gap-2 border-b px-4 py-2.5">
        <DebouncedInput
          aria-label="Search by name or tag"
          placeholder="Search by name or tag"
          className="w-48 max-sm:w-full"
          value={q}
          onChange={(text) => setFilters({ q: text || undefined })}
        />
        <Choose
          label="Tier"
          all="All tiers"
          value={tier}
          options={TIERS.map((word) => [word, sentence(word)])}
          onChange={(next) => setFilters({ tier: next })}
        />
        <Choose
          label="Status"
          all="All statuses"
          value={status}
          options={PIN_STATUSES.map((word) => [word, sentence(word)])}
          onChange={(next) => setFilters({ status: next })}
        />
        <span role="status" className="ml-auto text-xs text-ink-3 tnum">
          {matching.length === pins.length
            ? plural(pins.length, 'vendor')
            : `${matching.length} of ${plural(pins.length, 'vendor')}`}
        </span>
      </search>
      <VendorTable
        pins={matching}
        open={open}
        onOpen={(id) => setFilters({ open: id })}
        empty={<NoMatches what="vendors" onShowAll={showAll} />}
      />
    </>
  )
}

function NoVendors() {
  const setFilters = useSetFilters()
  return (
    <Empty
      icon={Radar}
      title="No pinned vendors"
      action={
        <Button disabled={!may('member')} title={whyNot('member')} onClick={() => setFilters({ intent: 'new' })}>
          Pin vendors
        </Button>
      }
    >
      Pin the vendors that process your data: set their tier and owner, and select the changes that you want to hear
      about.
    </Empty>
  )
}
