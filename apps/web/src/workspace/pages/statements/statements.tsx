// Texts that people put their name to, and how far their signatures are.
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
import { Choose, NoneFits } from '../../shared/find.tsx'
import { Loaded } from '../../shared/loaded.tsx'
import { may, whyNot } from '../../shared/may.ts'
import { NewStatement } from './new-statement.tsx'
import { KINDS, STATUSES } from './words.ts'

const PAGE = 50

const useWords = () => useSearch({ from: '/statements' })

/** Sets words of the address; undefined takes one away. */
function useSetWords() {
  const navigate = useNavigate({ from: '/statements' })
  return (words: Partial<ReturnType<typeof useWords>>) =>
    navigate({ to: '/statements', search: (before) => ({ ...before, ...words }), replace: true })
}

export default function Statements() {
  const words = useWords()
  const setWords = useSetWords()
  const status = STATEMENT_STATUSES.find((one) => one === words.status)
  const kind = STATEMENT_KINDS.find((one) => one === words.kind)
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
            onClick={() => setWords({ intent: 'new' })}
          >
            <Plus />
            New statement
          </Button>
        }
      >
        Agreements and attestations to be signed: each signer gets a link, and what all have signed is sealed.
      </PageHead>
      <Card className="overflow-hidden">
        <search className="flex flex-wrap items-center gap-2 border-b px-4 py-2.5">
          <Choose
            label="Status"
            all="Status: any"
            value={status}
            options={STATEMENT_STATUSES.map((one) => [one, STATUSES[one].label])}
            onChange={(next) => setWords({ status: next })}
          />
          <Choose
            label="Kind"
            all="Kind: any"
            value={kind}
            options={STATEMENT_KINDS.map((one) => [one, KINDS[one]])}
            onChange={(next) => setWords({ kind: next })}
          />
          <span role="status" className="ml-auto text-xs text-ink-3 tnum">
            {found.data && found.data.items.length > 0 && howMany(found.data)}
          </span>
        </search>
        <Loaded query={found} failed="The statements did not load">
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
      {words.intent === 'new' && <NewStatement onClose={() => setWords({ intent: undefined })} />}
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
  const setWords = useSetWords()
  if (isFiltered)
    return <NoneFits what="statement" onShowAll={() => setWords({ status: undefined, kind: undefined })} />
  return (
    <Empty
      icon={Megaphone}
      title="There is no statement yet"
      action={
        <Button disabled={!may('member')} title={whyNot('member')} onClick={() => setWords({ intent: 'new' })}>
          Write the first one
        </Button>
      }
    >
      Write an agreement or an attestation and send it to those who are to sign. Nobody needs an account for that.
    </Empty>
  )
}
