import { useMutation } from '@tanstack/react-query'
import { ApiError } from '@veritrace/contract/client'
import type { TeamPrice } from '@veritrace/contract/provenance/billing'
import { CreditCard, Info } from 'lucide-react'
import { useState } from 'react'
import { useOnce } from '../../../shared/use-once.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { api, explain } from '../../api.ts'
import { may, whyNot } from '../../shared/may.ts'
import { money } from './labels.ts'

const INCLUDED = [
  'Publish trust pages on your own domain, without our branding',
  'Pin more vendors',
  'Set retention rules for evidence',
]

/** Leads to the payment provider's checkout. */
export function ChangePlan({ price }: { price: TeamPrice | undefined }) {
  const [open, setOpen] = useState(false)
  const interval = price?.interval === 'year' ? 'year' : 'month'
  const pay = useMutation({
    mutationFn: () => {
      const here = `${location.origin}/workspace/billing?checkout=`
      return api.billing.checkout({
        body: { plan: 'pro', interval, success_url: `${here}done`, cancel_url: `${here}left` },
      })
    },
    onSuccess: ({ url }) => location.assign(url),
  })
  const isUnavailable =
    price?.configured === false || (pay.error instanceof ApiError && pay.error.code === 'billing_not_configured')
  const payOnce = useOnce(() => pay.mutateAsync())
  return (
    <>
      <Button variant="solid" disabled={!may('admin')} title={whyNot('admin')} onClick={() => setOpen(true)}>
        <CreditCard />
        Upgrade to Team
      </Button>
      <Dialog
        open={open}
        onOpenChange={setOpen}
        title="Upgrade to Team"
        description={priceOf(price)}
        footer={
          <>
            <Button onClick={() => setOpen(false)}>Not now</Button>
            <Button variant="solid" busy={pay.isPending || pay.isSuccess} disabled={isUnavailable} onClick={payOnce}>
              Continue to checkout
            </Button>
          </>
        }
      >
        <ul className="flex list-disc flex-col gap-1 pl-5 text-sm">
          {INCLUDED.map((what) => (
            <li key={what}>{what}</li>
          ))}
        </ul>
        {isUnavailable ? (
          <p
            role="status"
            className="mt-4 flex items-start gap-2 rounded-md border bg-sunken px-3 py-2 text-sm text-ink-2"
          >
            <Info aria-hidden className="mt-0.5 size-4 shrink-0 text-info" />
            This server has no payment provider, so you cannot pay here. Ask its operator to change your plan.
          </p>
        ) : (
          pay.error && (
            <p role="alert" className="mt-4 text-sm text-critical">
              {explain(pay.error)}
            </p>
          )
        )}
      </Dialog>
    </>
  )
}

function priceOf(price: TeamPrice | undefined): string | undefined {
  const { currency, unit_amount, interval, interval_count } = price ?? {}
  if (!currency || unit_amount == null || !interval) return undefined
  const each = interval_count && interval_count > 1 ? `every ${interval_count} ${interval}s` : `per ${interval}`
  return `${money(unit_amount, currency)} ${each}`
}
