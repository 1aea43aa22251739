import { useMutation, useQuery } from '@tanstack/react-query'
import type { PinnedVendor } from '@veritrace/contract/provenance/pins'
import { PinOff } from 'lucide-react'
import { useState } from 'react'
import { useOnce } from '../../../shared/use-once.ts'
import { Badge, Status } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { Confirm, Drawer } from '../../../ui/dialog.tsx'
import { ago, moment } from '../../../ui/format.ts'
import { Segmented } from '../../../ui/page-tabs.tsx'
import { toast } from '../../../ui/toast.tsx'
import { api } from '../../api.ts'
import { may, whyNot } from '../../shared/may.ts'
import { refusalReadAgain } from '../../shared/refusal.ts'
import { AlertRules } from './alert-rules.tsx'
import { Changes } from './changes.tsx'
import { STATUS_TONES, sentence, TIER_TONES } from './labels.ts'
import { PinForm } from './pin-form.tsx'
import { useRefresh } from './use-pins.ts'
import { PublicProfile, RiskBadge } from './vendor-table.tsx'

type View = 'changes' | 'details' | 'alerts'

interface Props {
  pin: PinnedVendor | undefined
  onClose(): void
}
export function PinnedVendorDrawer({ pin, onClose }: Props) {
  return (
    <Drawer
      open={pin !== undefined}
      onOpenChange={(next) => !next && onClose()}
      title={pin?.vendor_name}
      footer={
        pin && (
          <>
            <Unpin pin={pin} onDone={onClose} />
            <span className="ml-auto text-xs text-ink-3" title={moment(pin.added_at)}>
              Pinned {ago(pin.added_at)}
            </span>
          </>
        )
      }
    >
      {pin && <Parts key={pin.vendor_id} pin={pin} />}
    </Drawer>
  )
}

function Parts({ pin }: { pin: PinnedVendor }) {
  const [view, setView] = useState<View>('changes')
  return (
    <div className="flex flex-col">
      <Facts pin={pin} />
      <div className="border-b px-4 pb-3">
        <Segmented<View>
          label="Vendor"
          value={view}
          onChange={setView}
          options={[
            { value: 'changes', label: 'Changes', count: pin.unread_changes || undefined },
            { value: 'details', label: 'Details' },
            { value: 'alerts', label: 'Alert rules', count: pin.alert_rules.length || undefined },
          ]}
        />
      </div>
      {view === 'changes' && <Changes pin={pin} />}
      {view === 'details' && <PinForm pin={pin} />}
      {view === 'alerts' && <AlertRules pin={pin} />}
    </div>
  )
}

/** Key facts from the pin and the directory. */
function Facts({ pin }: { pin: PinnedVendor }) {
  const { vendor_slug: slug, vendor_name: name, tier, status } = pin
  const known = useQuery({
    queryKey: ['vendors', 'profile', slug],
    queryFn: () => api.vendors.get({ params: { slug } }),
  })
  const score = known.data?.trust_score_v1?.score
  return (
    <div className="flex flex-col gap-2 px-4 py-3">
      <PublicProfile slug={slug} name={name} />
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm">
        <Badge tone={TIER_TONES[tier]}>{sentence(tier)} tier</Badge>
        <Status tone={STATUS_TONES[status]}>{sentence(status)}</Status>
        <span className="inline-flex items-center gap-1.5">
          Risk <RiskBadge pin={pin} />
        </span>
        {score !== undefined && <span className="text-ink-2 tnum">Score {Math.round(score)} of 100</span>}
        {known.data && <span className="text-ink-2">Evidence {known.data.evidence_readiness_v1}</span>}
      </p>
    </div>
  )
}

function Unpin({ pin: { vendor_id, vendor_name, version }, onDone }: { pin: PinnedVendor; onDone(): void }) {
  const refresh = useRefresh()
  const [asked, setAsked] = useState(false)
  const unpin = useMutation({
    mutationFn: () => api.pins.unpin({ params: { vendor_id }, headers: { 'if-match': `"${version}"` } }),
    onSuccess: () => {
      toast.ok(`${vendor_name} unpinned`)
      setAsked(false)
      onDone()
    },
    onError: (error) => toast.error(`Could not unpin ${vendor_name}`, refusalReadAgain(error)),
    onSettled: refresh,
  })
  const unpinOnce = useOnce(() => unpin.mutateAsync())
  return (
    <>
      <Button variant="danger" disabled={!may('member')} title={whyNot('member')} onClick={() => setAsked(true)}>
        <PinOff />
        Unpin
      </Button>
      <Confirm
        open={asked}
        onOpenChange={setAsked}
        title={`Unpin ${vendor_name}?`}
        action="Unpin"
        busy={unpin.isPending}
        onConfirm={unpinOnce}
      >
        Deletes its notes, tags and alert rules, and stops notifications about it. Its profile stays in the directory.
      </Confirm>
    </>
  )
}
