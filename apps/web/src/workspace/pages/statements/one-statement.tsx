// One statement: its words, who signs, what seals it, and what happened on the way.
import { useMutation, useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import type { StatementDetail } from '@veritrace/contract/provenance/statements'
import { FileX2, Send } from 'lucide-react'
import { useState } from 'react'
import { PageHead } from '../../../shared/page-head.tsx'
import { useOnce } from '../../../shared/use-once.ts'
import { Status } from '../../../ui/badge.tsx'
import { Card, CardHead } from '../../../ui/bits.tsx'
import { Button, buttonClass } from '../../../ui/button.tsx'
import { Confirm } from '../../../ui/dialog.tsx'
import { day } from '../../../ui/format.ts'
import { Empty } from '../../../ui/states.tsx'
import { toast } from '../../../ui/toast.tsx'
import { api, isMissing } from '../../api.ts'
import { Loaded } from '../../shared/loaded.tsx'
import { may, whyNot } from '../../shared/may.ts'
import { refusalReadAgain } from '../../shared/refusal.ts'
import { Events, Seal, Signers } from './record.tsx'
import { SendStatement } from './send-statement.tsx'
import { useRefresh } from './use-refresh.ts'
import { KINDS, STATUSES } from './words.ts'

export default function OneStatement() {
  const { id } = useParams({ from: '/statements/$id' })
  const found = useQuery({
    queryKey: ['statements', id],
    queryFn: () => api.customerStatements.get({ params: { id } }),
  })
  return (
    <div className="mx-auto flex max-w-5xl flex-col gap-5 p-4 lg:p-6">
      {isMissing(found.error) ? (
        <Gone />
      ) : (
        <Loaded query={found} failed="The statement did not load">
          {(statement) => <Shown key={statement.id} statement={statement} />}
        </Loaded>
      )}
    </div>
  )
}

const Gone = () => (
  <Empty
    isPage
    icon={FileX2}
    title="There is no such statement"
    action={
      <Link to="/statements" className={buttonClass()}>
        All statements
      </Link>
    }
  />
)

function Shown({ statement }: { statement: StatementDetail }) {
  const { title, kind, status, body } = statement
  return (
    <>
      <PageHead title={title} actions={<Actions statement={statement} />}>
        <span className="flex flex-wrap gap-x-4">
          {KINDS[kind]}
          <Status tone={STATUSES[status].tone}>{STATUSES[status].label}</Status>
        </span>
      </PageHead>
      <div className="grid items-start gap-5 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
        <Card className="min-w-0">
          <CardHead title="Text" hint="Markdown, as it is signed" />
          {/* The words themselves: what they look like to a signer is no part of what is signed. */}
          <p className="quote px-4 py-3 whitespace-pre-wrap wrap-anywhere">{body}</p>
        </Card>
        <div className="flex min-w-0 flex-col gap-5">
          <Signers statement={statement} />
          <Terms statement={statement} />
          <Seal statement={statement} />
          <Events statement={statement} />
        </div>
      </div>
    </>
  )
}

function Actions({ statement }: { statement: StatementDetail }) {
  const { id, status, title, version } = statement
  const refresh = useRefresh()
  const [sending, setSending] = useState(false)
  const [asked, setAsked] = useState(false)
  const takeBack = useMutation({
    mutationFn: () => api.customerStatements.void({ params: { id }, headers: { 'if-match': `"${version}"` } }),
    onSuccess: () => {
      setAsked(false)
      toast.ok(`“${title}” is taken back`)
    },
    onError: (error) => toast.error('The statement was not taken back', refusalReadAgain(error)),
    onSettled: refresh,
  })
  const takeBackOnce = useOnce(() => takeBack.mutateAsync())
  const isDraft = status === 'draft'
  const isOpen = isDraft || status === 'sent' || status === 'viewed'
  return (
    <>
      {isOpen && (
        <Button variant="danger" disabled={!may('admin')} title={whyNot('admin')} onClick={() => setAsked(true)}>
          Take back
        </Button>
      )}
      {isDraft && (
        <Button variant="solid" disabled={!may('admin')} title={whyNot('admin')} onClick={() => setSending(true)}>
          <Send />
          Send for signature
        </Button>
      )}
      {sending && <SendStatement statement={statement} onClose={() => setSending(false)} />}
      <Confirm
        open={asked}
        onOpenChange={setAsked}
        title={`Take back “${title}”?`}
        action="Take back"
        busy={takeBack.isPending}
        onConfirm={takeBackOnce}
      >
        {isDraft ? 'The draft can never be sent.' : 'The links that were sent open nothing any more.'} The statement
        stays in the list.
      </Confirm>
    </>
  )
}

function Terms({
  statement: { valid_until, sign_by, supersedes_id, request_id, consent_text },
}: {
  statement: StatementDetail
}) {
  return (
    <Card>
      <CardHead title="Terms" />
      <dl className="grid grid-cols-[7rem_minmax(0,1fr)] gap-x-3 gap-y-1.5 px-4 py-3 text-sm">
        <dt className="text-ink-3">Valid until</dt>
        <dd>{valid_until ? day(valid_until) : 'for good'}</dd>
        {sign_by && (
          <>
            <dt className="text-ink-3">To be signed by</dt>
            <dd>{day(sign_by)}</dd>
          </>
        )}
        {supersedes_id && (
          <>
            <dt className="text-ink-3">In place of</dt>
            <dd>
              <Link to="/statements/$id" params={{ id: supersedes_id }} className="text-accent hover:underline">
                an earlier statement
              </Link>
            </dd>
          </>
        )}
        {request_id && (
          <>
            <dt className="text-ink-3">Waits for it</dt>
            <dd>
              <Link to="/requests/$id" params={{ id: request_id }} className="text-accent hover:underline">
                a request for documents
              </Link>
            </dd>
          </>
        )}
        <dt className="text-ink-3">Consent</dt>
        <dd className="quote">{consent_text}</dd>
      </dl>
    </Card>
  )
}
