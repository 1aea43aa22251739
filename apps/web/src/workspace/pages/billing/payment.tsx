import { useQuery } from '@tanstack/react-query'
import type { PaymentMethod } from '@veritrace/contract/provenance/billing'
import { CreditCard } from 'lucide-react'
import { Badge } from '../../../ui/badge.tsx'
import { Card, CardHead } from '../../../ui/bits.tsx'
import { api } from '../../api.ts'
import { Loaded } from '../../shared/loaded.tsx'

export function Payment() {
  const method = useQuery({ queryKey: ['billing', 'method'], queryFn: () => api.billing.paymentMethod() })
  return (
    <Card>
      <CardHead title="Payment method" />
      <Loaded query={method} failed="Could not load the payment method">
        {(found) => <Method method={found} />}
      </Loaded>
    </Card>
  )
}

function Method({ method }: { method: PaymentMethod }) {
  const { configured, status, type, brand, last4, exp_month, exp_year, billing_email } = method
  if (!configured)
    return <p className="px-4 py-3 text-sm text-ink-2">This server has no payment provider. You are not charged.</p>
  if (status === 'none')
    return <p className="px-4 py-3 text-sm text-ink-2">None yet. You add one when you upgrade to Team.</p>
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1 px-4 py-3 text-sm">
      <CreditCard aria-hidden className="size-4 text-ink-3" />
      <span className="capitalize">
        {brand ?? type} {last4 && <span className="font-mono text-xs">•••• {last4}</span>}
      </span>
      {exp_month && exp_year && (
        <span className="text-ink-2 tnum">
          expires {String(exp_month).padStart(2, '0')}/{exp_year}
        </span>
      )}
      {status === 'expired' && <Badge tone="critical">Expired</Badge>}
      {billing_email && (
        <span className="ml-auto text-xs text-ink-3 wrap-anywhere">Invoices are sent to {billing_email}</span>
      )}
    </div>
  )
}
