// One statement: its text, signers, terms, seal and history.
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
import { KINDS, STATUSES } from './labels.ts'
import { Events, Seal, Signers } from './record.tsx'
import { SendStatement } from './send-statement.tsx'
import { useRefresh } from './use-refresh.ts'

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
        <Loaded query={found} failed="Could not load the statement">
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
    title="Statement not found"
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
          {/* The Markdown source, because that is what is signed, not its rendering. */}
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
  const voidStatement = useMutation({
    mutationFn: () => api.customerStatements.void({ params: { id }, headers: { 'if-match': `"${version}"` } }),
    onSuccess: () => {
      setAsked(false)
      toast.ok(`“${title}” voided`)
    },
    onError: (error) => toast.error('Could not void the statement', refusalReadAgain(error)),
    onSettled: refresh,
  })
  const voidOnce = useOnce(() => voidStatement.mutateAsync())
  const isDraft = status === 'draft'
  const isOpen = isDraft || status === 'sent' || status === 'viewed'
  return (
    <>
      {isOpen && (
        <Button variant="danger" disabled={!may('admin')} title={whyNot('admin')} onClick={() => setAsked(true)}>
          Void
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
        title={`Void “${title}”?`}
        action="Void statement"
        busy={voidStatement.isPending}
        onConfirm={voidOnce}
      >
        {isDraft ? 'The draft can then not be sent.' : 'The links that were sent stop working.'} The statement stays in
        the list.
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
        <dd>{valid_until ? day(valid_until) : 'no expiry'}</dd>
        {sign_by && (
          <>
            <dt className="text-ink-3">Sign by</dt>
            <dd>{day(sign_by)}</dd>
          </>
        )}
        {supersedes_id && (
          <>
            <dt className="text-ink-3">Supersedes</dt>
            <dd>
              <Link to="/statements/$id" params={{ id: supersedes_id }} className="text-accent hover:underline">
                an earlier statement
              </Link>
            </dd>
          </>
        )}
        {request_id && (
          <>
            <dt className="text-ink-3">Required for</dt>
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
