// The plan, what it includes, and usage.
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { CircleCheck, Lock } from 'lucide-react'
import { PageHead } from '../../../shared/page-head.tsx'
import { Card, CardHead } from '../../../ui/bits.tsx'
import { Button } from '../../../ui/button.tsx'
import { api } from '../../api.ts'
import { Loaded } from '../../shared/loaded.tsx'
import { may, whyNot } from '../../shared/may.ts'
import { Allowances } from './allowances.tsx'
import { Feedback } from './feedback.tsx'
import { Invoices } from './invoices.tsx'
import { Payment } from './payment.tsx'
import { Plan } from './plan.tsx'
import { UsageMeters } from './usage-meters.tsx'

export default function Billing() {
  const me = useQuery({ queryKey: ['me'], queryFn: () => api.account.me() })
  const usage = useQuery({ queryKey: ['billing', 'usage'], queryFn: () => api.billing.usage() })
  const allowed = useQuery({ queryKey: ['billing', 'entitlements'], queryFn: () => api.account.entitlements() })
  return (
    <div className="mx-auto flex max-w-5xl flex-col gap-5 p-4 lg:p-6">
      <PageHead title="Billing">Your plan, what it includes, and your usage.</PageHead>
      <AfterCheckout />
      <Loaded query={me} failed="Could not load your plan">
        {(customer) => <Plan customer={customer} source={allowed.data?.source} />}
      </Loaded>
      <div className="grid items-start gap-5 lg:grid-cols-2">
        <Card className="min-w-0">
          <CardHead title="Included in your plan" />
          <Loaded query={allowed} failed="Could not load the plan’s features">
            {(found) => <Allowances allowed={found} />}
          </Loaded>
        </Card>
        <Card className="min-w-0">
          <Loaded query={usage} failed="Could not load usage">
            {(found) => <UsageMeters usage={found} />}
          </Loaded>
        </Card>
      </div>
      {may('admin') ? (
        <>
          <Payment />
          <Invoices />
          <Feedback />
        </>
      ) : (
        <p className="flex items-center gap-2 rounded-lg border bg-surface px-4 py-3 text-sm text-ink-2">
          <Lock aria-hidden className="size-4 shrink-0 text-ink-3" />
          Only admins can see invoices and the payment method. {whyNot('admin')}.
        </p>
      )}
    </div>
  )
}

/** Shown on return from the payment provider, whose webhook confirms the payment separately. */
function AfterCheckout() {
  const { checkout } = useSearch({ from: '/billing' })
  const navigate = useNavigate()
  if (!checkout) return null
  return (
    <p role="status" className="flex flex-wrap items-center gap-2 rounded-lg border bg-surface px-4 py-3 text-sm">
      <CircleCheck aria-hidden className="size-4 shrink-0 text-positive" />
      <span className="flex-1">
        {checkout === 'done'
          ? 'Thank you. Your plan changes when the payment provider confirms the payment, usually within a minute.'
          : 'Checkout canceled. You were not charged.'}
      </span>
      <Button size="sm" onClick={() => navigate({ to: '/billing', replace: true })}>
        Dismiss
      </Button>
    </p>
  )
}
