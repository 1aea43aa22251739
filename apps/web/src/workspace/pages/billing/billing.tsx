// What the company pays, what that allows, and what it uses of it.
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
      <PageHead title="Billing">Your plan, what it allows, and what you use of it.</PageHead>
      <AfterCheckout />
      <Loaded query={me} failed="The plan did not load">
        {(customer) => <Plan customer={customer} source={allowed.data?.source} />}
      </Loaded>
      <div className="grid items-start gap-5 lg:grid-cols-2">
        <Card className="min-w-0">
          <CardHead title="What the plan allows" />
          <Loaded query={allowed} failed="What the plan allows did not load">
            {(found) => <Allowances allowed={found} />}
          </Loaded>
        </Card>
        <Card className="min-w-0">
          <Loaded query={usage} failed="The usage did not load">
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
          Invoices and the payment method are for admins. {whyNot('admin')}.
        </p>
      )}
    </div>
  )
}

/** Back from the payment provider, which tells us of the payment by itself. */
function AfterCheckout() {
  const { checkout } = useSearch({ from: '/billing' })
  const navigate = useNavigate()
  if (!checkout) return null
  return (
    <p role="status" className="flex flex-wrap items-center gap-2 rounded-lg border bg-surface px-4 py-3 text-sm">
      <CircleCheck aria-hidden className="size-4 shrink-0 text-positive" />
      <span className="flex-1">
        {checkout === 'done'
          ? 'Thank you. The plan changes as soon as the payment provider has told us, mostly within a minute.'
          : 'Nothing was paid, and nothing has changed.'}
      </span>
      <Button size="sm" onClick={() => navigate({ to: '/billing', replace: true })}>
        All right
      </Button>
    </p>
  )
}
