import { useMutation } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { ApiError } from '@veritrace/contract/client'
import { type PinnedVendor, TIERS } from '@veritrace/contract/provenance/pins'
import type { Vendor } from '@veritrace/contract/provenance/vendors'
import { Check, Pin } from 'lucide-react'
import { useState } from 'react'
import { useOnce } from '../../../shared/use-once.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { toast } from '../../../ui/toast.tsx'
import { api } from '../../api.ts'
import { may, whyNot } from '../../shared/may.ts'
import { refusalReadAgain } from '../../shared/refusal.ts'
import { sentence } from './labels.ts'
import { useRefresh } from './use-pins.ts'
import { VendorFinder } from './vendor-finder.tsx'

type Tier = PinnedVendor['tier']
interface Props {
  open: boolean
  pins: readonly PinnedVendor[]
  onClose(): void
}
/** Stays open after pinning, because most users pin several vendors. */
export function PinVendor({ open, pins, onClose }: Props) {
  const refresh = useRefresh()
  const [tier, setTier] = useState<Tier>('standard')
  const pinned = new Set(pins.map(({ vendor_id }) => vendor_id))
  const pin = useMutation({
    mutationFn: ({ id }: Vendor) => api.pins.pin({ body: { vendor_id: id, tier } }),
    onSuccess: ({ vendor_name }) => {
      toast.ok(`${vendor_name} pinned`)
      return refresh()
    },
    onError: (error, { display_name }) => {
      if (!isLimit(error)) toast.error(`Could not pin ${display_name}`, refusalReadAgain(error))
    },
  })
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => !next && onClose()}
      title="Pin vendors"
      description="Pin vendors from the directory to get notified of changes."
      footer={
        <>
          <label className="mr-auto flex items-center gap-2 text-sm">
            Pin as
            <select
              value={tier}
              onChange={({ target }) => setTier(target.value as Tier)}
              className="h-8 rounded-md border border-line-control bg-surface px-2 text-sm coarse:h-11"
            >
              {TIERS.map((one) => (
                <option key={one} value={one}>
                  {sentence(one)} tier
                </option>
              ))}
            </select>
          </label>
          <Button onClick={onClose}>Done</Button>
        </>
      }
    >
      {isLimit(pin.error) && (
        <p role="alert" className="mb-3 rounded-md border bg-caution-soft px-3 py-2 text-sm text-caution">
          {refusalReadAgain(pin.error)}{' '}
          <Link to="/billing" className="underline">
            View plan limits
          </Link>
        </p>
      )}
      <VendorFinder
        action={(vendor) =>
          pinned.has(vendor.id) ? (
            <span className="inline-flex items-center gap-1 text-xs text-positive">
              <Check aria-hidden className="size-3.5" />
              Pinned
            </span>
          ) : (
            <PinButton
              vendor={vendor}
              busy={pin.isPending && pin.variables.id === vendor.id}
              onPin={() => pin.mutateAsync(vendor)}
            />
          )
        }
      />
    </Dialog>
  )
}

/** The dialog shows this error itself, with a link to billing. */
const isLimit = (error: unknown): boolean => error instanceof ApiError && error.code === 'pin_limit_reached'

interface ButtonProps {
  vendor: Vendor
  busy: boolean
  onPin(): Promise<unknown>
}
function PinButton({ vendor, busy, onPin }: ButtonProps) {
  const pinOnce = useOnce(onPin)
  return (
    <Button
      size="sm"
      aria-label={`Pin ${vendor.display_name}`}
      busy={busy}
      disabled={!may('member')}
      title={whyNot('member')}
      onClick={pinOnce}
    >
      <Pin />
      Pin
    </Button>
  )
}
