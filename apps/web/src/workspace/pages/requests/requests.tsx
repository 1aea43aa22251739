// The list of trust requests, inbound and outbound.
import { keepPreviousData } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { REQUEST_STATUSES, type RequestStatus, type TrustRequest } from '@veritrace/contract/provenance/requests'
import { Inbox, Plus } from 'lucide-react'
import { More } from '../../../shared/more.tsx'
import { PageHead } from '../../../shared/page-head.tsx'
import { howMany, readAll, usePages } from '../../../shared/pages.ts'
import { Card } from '../../../ui/bits.tsx'
import { Button } from '../../../ui/button.tsx'
import { Empty } from '../../../ui/states.tsx'
import { api } from '../../api.ts'
import { Choose, FilterBar, NoMatches } from '../../shared/find.tsx'
import { Loaded } from '../../shared/loaded.tsx'
import { may, whyNot } from '../../shared/may.ts'
import { DIRECTIONS, isOpen, KINDS, STATUS } from './labels.ts'
import { NewRequest } from './new-request.tsx'
import { RequestRow } from './request-row.tsx'

const PAGE = 50
const ALL_PAGE = 200
/** Not a status of the server: open or in progress, and past the due date. */
const OVERDUE = 'overdue'

const VIEWS = [
  { value: '', label: 'All' },
  { value: OVERDUE, label: 'Overdue' },
  ...REQUEST_STATUSES.map((value) => ({ value, label: STATUS[value].label })),
]

export default function Requests() {
  const words = useSearch({ from: '/requests' })
  const navigate = useNavigate({ from: '/requests' })
  const set = (part: typeof words) => navigate({ search: (was) => ({ ...was, ...part }), replace: true })
  const found = useFound(words)
  const write = () => set({ intent: 'new' })
  return (
    <div className="mx-auto flex max-w-5xl flex-col gap-5 p-4 lg:p-6">
      <PageHead
        title="Requests"
        actions={
          <Button variant="solid" disabled={!may('member')} title={whyNot('member')} onClick={write}>
            <Plus />
            New request
          </Button>
        }
      >
        Requests you receive, and requests you send to vendors.
      </PageHead>
      <Card>
        <FilterBar
          views={VIEWS}
          status={words.status}
          onStatus={(status) => set({ status })}
          label="Search numbers, subjects and people"
          q={words.q}
          onSearch={(q) => set({ q })}
        >
          <Choose
            label="Direction"
            all="All directions"
            value={words.direction}
            options={Object.entries(DIRECTIONS)}
            onChange={(direction) => set({ direction })}
          />
          <Choose
            label="Kind"
            all="All kinds"
            value={words.kind}
            options={Object.entries(KINDS)}
            onChange={(kind) => set({ kind })}
          />
        </FilterBar>
        <Loaded query={found} failed="Could not load requests">
          {(page) =>
            page.items.length > 0 ? (
              <>
                <ul aria-label="Requests" className="divide-y divide-line-row">
                  {page.items.map((request) => (
                    <RequestRow key={request.id} request={request} />
                  ))}
                </ul>
                <p className="border-t border-line-row px-4 py-2 text-xs text-ink-3">
                  {howMany(page)} shown, newest first
                </p>
              </>
            ) : words.status || words.kind || words.direction || words.q ? (
              <NoMatches
                what="requests"
                onShowAll={() => set({ status: undefined, kind: undefined, direction: undefined, q: undefined })}
              />
            ) : (
              <NoRequests onWrite={write} />
            )
          }
        </Loaded>
        <More found={found} what="requests" className="border-t border-line-row" />
      </Card>
      {words.intent === 'new' && <NewRequest onClose={() => set({ intent: undefined })} />}
    </div>
  )
}

type Words = { [K in 'status' | 'kind' | 'direction' | 'q']?: string | undefined }

/** The search and the overdue view filter all requests here, because the server cannot. */
function useFound({ status, kind, direction, q = '' }: Words) {
  const text = q.trim().toLowerCase()
  const query = {
    ...(REQUEST_STATUSES.some((one) => one === status) && { status: status as RequestStatus }),
    ...(status === OVERDUE && { sla_state: 'breached' as const }),
    ...(kind && Object.hasOwn(KINDS, kind) && { kind: kind as TrustRequest['kind'] }),
    ...(direction && Object.hasOwn(DIRECTIONS, direction) && { direction: direction as TrustRequest['direction'] }),
  }
  const matches = (request: TrustRequest) => (status !== OVERDUE || isOpen(request)) && textOf(request).includes(text)
  return usePages(
    ['requests', 'list', query, text],
    async (at) => {
      if (!text && status !== OVERDUE) return api.requests.list({ query: { limit: PAGE, ...query, ...at } })
      const all = await readAll((from) => api.requests.list({ query: { limit: ALL_PAGE, ...query, ...from } }))
      return { items: all.filter(matches), next: '' }
    },
    { placeholderData: keepPreviousData },
  )
}

const textOf = ({ number, subject, requester: { name, email, company } }: TrustRequest): string =>
  [number, subject, name, email, company].join('\n').toLowerCase()

const NoRequests = ({ onWrite }: { onWrite(): void }) => (
  <Empty
    icon={Inbox}
    title="No requests yet"
    action={
      <Button variant="solid" disabled={!may('member')} title={whyNot('member')} onClick={onWrite}>
        New request
      </Button>
    }
  >
    Visitors of your trust pages contact you by email. Record their requests here to answer on time and keep track of
    who received what.
  </Empty>
)
