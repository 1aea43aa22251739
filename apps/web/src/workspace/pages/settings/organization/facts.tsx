import { Link } from '@tanstack/react-router'
import type { Me } from '@veritrace/contract/provenance/account'
import type { ReactNode } from 'react'
import { acting } from '../../../../session/acting.ts'
import { Card, CardHead } from '../../../../ui/bits.tsx'
import { day } from '../../../../ui/format.ts'
import { CopyButton } from '../../../shared/copy-button.tsx'

const PLANS: Readonly<Record<string, string>> = { free: 'Free', pro: 'Team', enterprise: 'Enterprise' }

/** Read-only facts to look up and copy. */
export function Facts({ me }: { me: Me }) {
  return (
    <Card>
      <CardHead title="Details" />
      <dl className="grid gap-px overflow-hidden rounded-b-lg bg-line-row sm:grid-cols-2">
        {me.idp_org_id && (
          <Fact name="Tenant ID">
            <Id text={me.idp_org_id} what="the tenant ID" />
          </Fact>
        )}
        <Fact name="Customer ID">
          <Id text={me.id} what="the customer ID" />
        </Fact>
        <Fact name="Plan">
          {PLANS[me.plan] ?? me.plan}
          {me.trial_ends_at && <span className="text-ink-2">, trial until {day(me.trial_ends_at)}</span>} ·{' '}
          <Link to="/billing" className="text-accent underline-offset-2 hover:underline">
            Billing
          </Link>
        </Fact>
        <Fact name="Your role">{acting?.role}</Fact>
      </dl>
    </Card>
  )
}

const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
  <div className="min-w-0 bg-surface px-4 py-2.5">
    <dt className="text-xs text-ink-2">{name}</dt>
    <dd className="flex min-h-7 flex-wrap items-center gap-x-1 text-sm">{children}</dd>
  </div>
)

const Id = ({ text, what }: { text: string; what: string }) => (
  <>
    <span className="min-w-0 font-mono text-xs break-all">{text}</span>
    <CopyButton text={text} what={what} />
  </>
)
