import { useQuery } from '@tanstack/react-query'
import type { Customer, Entitlements } from '@veritrace/contract/provenance/account'
import { Badge, Status, type Tone } from '../../../ui/badge.tsx'
import { Card, CardHead } from '../../../ui/bits.tsx'
import { ago, day } from '../../../ui/format.ts'
import { api } from '../../api.ts'
import { CancelPlan } from './cancel-plan.tsx'
import { ChangePlan } from './change-plan.tsx'
import { PLANS } from './labels.ts'

const SOURCES: Readonly<Record<Entitlements['source'], string>> = {
  plan: '',
  trial: 'Your trial includes everything in the Team plan.',
  override: 'Set by the operator of this server.',
  demo: 'The demo includes everything in the Team plan.',
}
/** While one of these subscriptions exists, no other can begin. */
const RUNNING: readonly string[] = ['active', 'trialing', 'past_due', 'incomplete', 'unpaid', 'paused']
const TONES: Readonly<Record<string, Tone>> = {
  active: 'positive',
  trialing: 'info',
  past_due: 'caution',
  unpaid: 'critical',
}

interface Props {
  customer: Customer
  /** The source of the entitlements. */
  source: Entitlements['source'] | undefined
}
export function Plan({ customer, source }: Props) {
  const { plan, trial_ends_at, subscription_status: status, subscription_current_period_end: paidUntil } = customer
  const price = useQuery({ queryKey: ['billing', 'price'], queryFn: () => api.billing.teamPrice() })
  const isRunning = RUNNING.includes(status)
  const isOnTrial = plan === 'free' && trial_ends_at !== null && new Date(trial_ends_at) > new Date()
  return (
    <Card>
      <CardHead
        title={`${PLANS[plan] ?? plan} plan`}
        actions={isOnTrial && <Badge tone="info">Trial ends {ago(trial_ends_at)}</Badge>}
      />
      <div className="flex flex-wrap items-start gap-4 px-4 py-3 text-sm">
        <div className="flex min-w-0 flex-1 basis-72 flex-col gap-1">
          {source && SOURCES[source] && <p>{SOURCES[source]}</p>}
          {trial_ends_at && (
            <p className="text-ink-2">
              The trial {isOnTrial ? 'ends' : 'ended'} on {day(trial_ends_at)}.
            </p>
          )}
          {status === 'none' ? (
            <p className="text-ink-2">No paid subscription.</p>
          ) : (
            <p>
              <Status tone={TONES[status] ?? 'neutral'}>Subscription {status.replaceAll('_', ' ')}</Status>
              {paidUntil && <span className="text-ink-2">, paid until {day(paidUntil)}</span>}
            </p>
          )}
        </div>
        <div className="flex flex-wrap gap-2">
          {isRunning && <CancelPlan paidUntil={paidUntil} />}
          {!isRunning && plan !== 'enterprise' && <ChangePlan price={price.data} />}
        </div>
      </div>
    </Card>
  )
}
