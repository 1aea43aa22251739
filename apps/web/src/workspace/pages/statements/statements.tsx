// Statements and the progress of their signatures.
import { keepPreviousData } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { STATEMENT_KINDS, STATEMENT_STATUSES, type Statement } from '@veritrace/contract/provenance/statements'
import { Megaphone, Plus } from 'lucide-react'
import { More } from '../../../shared/more.tsx'
import { PageHead } from '../../../shared/page-head.tsx'
import { howMany, usePages } from '../../../shared/pages.ts'
import { Status } from '../../../ui/badge.tsx'
import { Card } from '../../../ui/bits.tsx'
import { Button } from '../../../ui/button.tsx'
import { Empty } from '../../../ui/states.tsx'
import { api } from '../../api.ts'
import { Ago } from '../../shared/ago.tsx'
import { Choose, NoMatches } from '../../shared/find.tsx'
import { Loaded } from '../../shared/loaded.tsx'
import { may, whyNot } from '../../shared/may.ts'
import { KINDS, STATUSES } from './labels.ts'
import { NewStatement } from './new-statement.tsx'

const PAGE = 50

const useFilters = () => useSearch({ from: '/statements' })

/** Sets filters in the URL; undefined removes one. */
function useSetFilters() {
  const navigate = useNavigate({ from: '/statements' })
  return (filters: Partial<ReturnType<typeof useFilters>>) =>
    navigate({ to: '/statements', search: (before) => ({ ...before, ...filters }), replace: true })
}

export default function Statements() {
  const filters = useFilters()
  const setFilters = useSetFilters()
  const status = STATEMENT_STATUSES.find((one) => one === filters.status)
  const kind = STATEMENT_KINDS.find((one) => one === filters.kind)
  const query = { limit: PAGE, ...(status && { status }), ...(kind && { kind }) }
  const found = usePages(
    ['statements', 'list', query],
    (at) => api.customerStatements.list({ query: { ...query, ...at } }),
    { placeholderData: keepPreviousData },
  )
  return (
    <div className="mx-auto flex max-w-5xl flex-col gap-5 p-4 lg:p-6">
      <PageHead
        title="Statements"
        actions={
          <Button
            variant="solid"
            disabled={!may('member')}
            title={whyNot('member')}
            onClick={() => setFilters({ intent: 'new' })}
          >
            <Plus />
            New statement
          </Button>
        }
      >
        Agreements and attestations to sign. Each signer gets a link, and the statement is sealed once all have signed.
      </PageHead>
      <Card className="overflow-hidden">
        <search className="flex flex-wrap items-center gap-2 border-b px-4 py-2.5">
          <Choose
            label="Status"
            all="All statuses"
            value={status}
            options={STATEMENT_STATUSES.map((one) => [one, STATUSES[one].label])}
            onChange={(next) => setFilters({ status: next })}
          />
          <Choose
            label="Kind"
            all="All kinds"
            value={kind}
            options={STATEMENT_KINDS.map((one) => [one, KINDS[one]])}
            onChange={(next) => setFilters({ kind: next })}
          />
          <span role="status" className="ml-auto text-xs text-ink-3 tnum">
            {found.data && found.data.items.length > 0 && howMany(found.data)}
          </span>
        </search>
        <Loaded query={found} failed="Could not load statements">
          {({ items }) =>
            items.length === 0 ? (
              <NoStatements isFiltered={status !== undefined || kind !== undefined} />
            ) : (
              <ul className="divide-y divide-line-row">
                {items.map((statement) => (
                  <StatementRow key={statement.id} statement={statement} />
                ))}
              </ul>
            )
          }
        </Loaded>
        <More found={found} what="statements" className="border-t border-line-row" />
      </Card>
      {filters.intent === 'new' && <NewStatement onClose={() => setFilters({ intent: undefined })} />}
    </div>
  )
}

function StatementRow({ statement: { id, kind, title, status, signers, updated_at } }: { statement: Statement }) {
  const signed = signers.filter((one) => one.status === 'signed').length
  return (
    <li>
      <Link
        to="/statements/$id"
        params={{ id }}
        className="flex flex-wrap items-center gap-x-4 gap-y-0.5 px-4 py-2.5 text-sm hover:bg-hover"
      >
        <span className="min-w-0 flex-1 basis-64">
          <span className="block truncate font-medium">{title}</span>
          <span className="block text-xs text-ink-3">{KINDS[kind]}</span>
        </span>
        {signers.length > 0 && (
          <span className="text-xs text-ink-2 tnum">
            {signed} of {signers.length} signed
          </span>
        )}
        <Status tone={STATUSES[status].tone} className="sm:w-24">
          {STATUSES[status].label}
        </Status>
        <Ago at={updated_at} className="text-xs text-ink-3 sm:w-20 sm:text-right" />
      </Link>
    </li>
  )
}

function NoStatements({ isFiltered }: { isFiltered: boolean }) {
  const setFilters = useSetFilters()
  if (isFiltered)
    return <NoMatches what="statements" onShowAll={() => setFilters({ status: undefined, kind: undefined })} />
  return (
    <Empty
      icon={Megaphone}
      title="No statements yet"
      action={
        <Button disabled={!may('member')} title={whyNot('member')} onClick={() => setFilters({ intent: 'new' })}>
          New statement
        </Button>
      }
    >
      Write an agreement or an attestation and send it for signature. Signers need no account.
    </Empty>
  )
}
