// One request: its stages, items and facts, and the next steps.
import { Link, useParams } from '@tanstack/react-router'
import type { TrustRequest } from '@veritrace/contract/provenance/requests'
import { Ban, SearchX } from 'lucide-react'
import { useState } from 'react'
import { PageHead } from '../../../shared/page-head.tsx'
import { Status } from '../../../ui/badge.tsx'
import { Card, CardHead } from '../../../ui/bits.tsx'
import { Button, buttonClass } from '../../../ui/button.tsx'
import { Empty } from '../../../ui/states.tsx'
import { toast } from '../../../ui/toast.tsx'
import { isMissing } from '../../api.ts'
import { Loaded } from '../../shared/loaded.tsx'
import { may, whyNot } from '../../shared/may.ts'
import { ReasonDialog } from '../../shared/reason-dialog.tsx'
import { Due } from './due.tsx'
import { GrantCard } from './grant-card.tsx'
import { GrantLink } from './grant-link.tsx'
import { Items } from './items.tsx'
import { isOpen, KINDS, STATUS } from './labels.ts'
import { RequestFacts } from './request-facts.tsx'
import { Stages } from './stages.tsx'
import { useRequest, useSteps } from './use-request.ts'

export default function OneRequest() {
  const { id } = useParams({ from: '/requests/$id' })
  const request = useRequest(id)
  if (isMissing(request.error))
    return (
      <Empty
        isPage
        icon={SearchX}
        title="Request not found"
        action={
          <Link to="/requests" className={buttonClass({ variant: 'solid' })}>
            Show all requests
          </Link>
        }
      >
        The link may be outdated.
      </Empty>
    )
  return (
    <div className="mx-auto flex max-w-5xl flex-col gap-5 p-4 lg:p-6">
      <Loaded query={request} failed="Could not load the request">
        {(found) => <Shown key={id} request={found} />}
      </Loaded>
    </div>
  )
}

function Shown({ request }: { request: TrustRequest }) {
  const [canceling, setCanceling] = useState(false)
  const [token, setToken] = useState<string>()
  const { cancel } = useSteps(request)
  const { number, subject, status, kind, message, decision_reason } = request
  const { label, tone } = STATUS[status]
  return (
    <>
      <PageHead
        title={<span className="wrap-anywhere">{subject}</span>}
        actions={
          isOpen(request) && (
            <Button disabled={!may('member')} title={whyNot('member')} onClick={() => setCanceling(true)}>
              <Ban />
              Cancel request
            </Button>
          )
        }
      >
        <span className="flex flex-wrap items-center gap-x-3 gap-y-1 pt-1">
          <span className="font-mono text-xs">{number}</span>
          <Status tone={tone}>{label}</Status>
          <Due request={request} />
          <span>{KINDS[kind]}</span>
        </span>
      </PageHead>
      <div className="grid gap-5 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
        <div className="flex min-w-0 flex-col gap-5">
          {decision_reason && !request.stages.some(({ note }) => note === decision_reason) && (
            <Card>
              <CardHead title="Reason" />
              <blockquote className="quote px-4 py-3 whitespace-pre-line wrap-anywhere">{decision_reason}</blockquote>
            </Card>
          )}
          <Stages request={request} onToken={setToken} />
          {message && (
            <Card>
              <CardHead title="Message" />
              <blockquote className="quote px-4 py-3 whitespace-pre-line wrap-anywhere">{message}</blockquote>
            </Card>
          )}
          <Items request={request} />
        </div>
        <div className="flex min-w-0 flex-col gap-5">
          {request.grant && <GrantCard request={request} grant={request.grant} />}
          <RequestFacts request={request} />
        </div>
      </div>
      {token && <GrantLink request={request} token={token} onSaved={() => setToken(undefined)} />}
      {canceling && (
        <ReasonDialog
          title={`Cancel ${number}?`}
          description={`“${subject}” closes without an answer, and no one is notified. You cannot reopen it.`}
          label="Reason"
          action="Cancel request"
          danger
          onClose={() => setCanceling(false)}
          onDecide={async (reason) => {
            await cancel.mutateAsync(reason)
            toast.ok(`${number} canceled`)
          }}
        />
      )}
    </>
  )
}
