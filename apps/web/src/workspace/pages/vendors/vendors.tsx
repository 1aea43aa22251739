// The vendors that the company depends on: what it keeps of them, and what has changed there.
import { PIN_STATUSES, type PinnedVendor, TIERS } from '@veritrace/contract/provenance/pins'
import { Plus, Radar } from 'lucide-react'
import { PageHead } from '../../../shared/page-head.tsx'
import { Card } from '../../../ui/bits.tsx'
import { Button } from '../../../ui/button.tsx'
import { plural } from '../../../ui/format.ts'
import { Empty } from '../../../ui/states.tsx'
import { Choose, NoneFits } from '../../shared/find.tsx'
import { Loaded } from '../../shared/loaded.tsx'
import { may, whyNot } from '../../shared/may.ts'
import { RestingInput } from '../../shared/resting-input.tsx'
import { OwnProfile } from './own-profile.tsx'
import { PinVendor } from './pin-vendor.tsx'
import { PinnedVendorDrawer } from './pinned-vendor.tsx'
import { usePins, useSetWords, useVendorWords } from './use-pins.ts'
import { VendorTable } from './vendor-table.tsx'
import { sentence } from './words.ts'

export default function Vendors() {
  const words = useVendorWords()
  const setWords = useSetWords()
  const pins = usePins()
  const opened = pins.data?.find(({ vendor_id }) => vendor_id === words.open)
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
            onClick={() => setWords({ intent: 'new' })}
          >
            <Plus />
            Pin a vendor
          </Button>
        }
      >
        {unread > 0
          ? `${plural(unread, 'vendor has', 'vendors have')} changes that nobody here has read.`
          : 'Those that hold your data. Their claims are read again and again, and changes are told.'}
      </PageHead>
      <Card className="overflow-hidden">
        <Loaded query={pins} failed="The vendors did not load">
          {(found) => (found.length === 0 ? <NoVendors /> : <Pinned pins={found} />)}
        </Loaded>
      </Card>
      <OwnProfile />
      <PinVendor open={words.intent === 'new'} pins={pins.data ?? []} onClose={() => setWords({ intent: undefined })} />
      <PinnedVendorDrawer pin={opened} onClose={() => setWords({ open: undefined })} />
    </div>
  )
}

function Pinned({ pins }: { pins: readonly PinnedVendor[] }) {
  const { tier, status, q = '', open } = useVendorWords()
  const setWords = useSetWords()
  const text = q.toLowerCase()
  const fitting = pins.filter(
    (pin) =>
      (!tier || pin.tier === tier) &&
      (!status || pin.status === status) &&
      [pin.vendor_name, pin.vendor_slug, ...pin.tags].some((name) => name.toLowerCase().includes(text)),
  )
  const showAll = () => setWords({ tier: undefined, status: undefined, q: undefined })
  return (
    <>
      <search className="flex flex-wrap items-center gap-2 border-b px-4 py-2.5">
        <RestingInput
          aria-label="Name or tag"
          placeholder="Name or tag"
          className="w-48 max-sm:w-full"
          value={q}
          onChange={(text) => setWords({ q: text || undefined })}
        />
        <Choose
          label="Tier"
          all="Tier: any"
          value={tier}
          options={TIERS.map((word) => [word, sentence(word)])}
          onChange={(next) => setWords({ tier: next })}
        />
        <Choose
          label="Status"
          all="Status: any"
          value={status}
          options={PIN_STATUSES.map((word) => [word, sentence(word)])}
          onChange={(next) => setWords({ status: next })}
        />
        <span role="status" className="ml-auto text-xs text-ink-3 tnum">
          {fitting.length === pins.length
            ? plural(pins.length, 'vendor')
            : `${fitting.length} of ${plural(pins.length, 'vendor')}`}
        </span>
      </search>
      <VendorTable
        pins={fitting}
        open={open}
        onOpen={(id) => setWords({ open: id })}
        empty={<NoneFits what="vendor" onShowAll={showAll} />}
      />
    </>
  )
}

function NoVendors() {
  const setWords = useSetWords()
  return (
    <Empty
      icon={Radar}
      title="No vendor is pinned"
      action={
        <Button disabled={!may('member')} title={whyNot('member')} onClick={() => setWords({ intent: 'new' })}>
          Pin the first vendor
        </Button>
      }
    >
      Find those that hold your data in the directory and pin them: how much they matter, who looks after them, and what
      you want to hear about.
    </Empty>
  )
}
