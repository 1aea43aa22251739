import type { Grant, TrustRequest } from '@veritrace/contract/provenance/requests'
import { useState } from 'react'
import { Status } from '../../../ui/badge.tsx'
import { Card, CardHead } from '../../../ui/bits.tsx'
import { Button } from '../../../ui/button.tsx'
import { count } from '../../../ui/format.ts'
import { toast } from '../../../ui/toast.tsx'
import { Ago } from '../../shared/ago.tsx'
import { FactList, When } from '../../shared/fact-list.tsx'
import { may, whyNot } from '../../shared/may.ts'
import { Person } from '../../shared/people.tsx'
import { ReasonDialog } from '../../shared/reason-dialog.tsx'
import { GRANTS } from './labels.ts'
import { useSteps } from './use-request.ts'

/** The access that the request gave: a link for the requester. */
export function GrantCard({ request, grant }: { request: TrustRequest; grant: Grant }) {
  const [asked, setAsked] = useState(false)
  const { revoke } = useSteps(request)
  const { label, tone } = GRANTS[grant.status]
  return (
    <Card>
      <CardHead title="Access" actions={<Status tone={tone}>{label}</Status>} />
      <FactList
        facts={{
          To: grant.subject_email,
          Items: grant.items.length > 0 && count(grant.items.length),
          [grant.status === 'expired' ? 'Expired' : 'Expires']: grant.status !== 'revoked' && (
            <Ago at={grant.expires_at} />
          ),
          Revoked: grant.revoked_at && <When at={grant.revoked_at} by={<Person id={grant.revoked_by} />} />,
          Reason: grant.revoked_reason,
          Downloads: count(grant.downloads),
          'Last used': grant.last_used_at && <When at={grant.last_used_at} />,
          'Link ends in': <span className="font-mono text-xs">…{grant.token_hint}</span>,
        }}
      />
      {grant.status === 'active' && (
        <div className="border-t border-line-row px-4 py-2.5">
          <Button
            size="sm"
            variant="danger"
            disabled={!may('member')}
            title={whyNot('member')}
            onClick={() => setAsked(true)}
          >
            Revoke access
          </Button>
        </div>
      )}
      {asked && (
        <ReasonDialog
          title="Revoke access?"
          description={`The link of ${grant.subject_email} for “${request.subject}” stops working. This cannot be undone; they would need a new request.`}
          label="Reason"
          action="Revoke access"
          danger
          onClose={() => setAsked(false)}
          onDecide={async (reason) => {
            await revoke.mutateAsync(reason)
            toast.ok('Access revoked')
          }}
        />
      )}
    </Card>
  )
}
