// The events of a case: past ones on request, then live. Each live event refreshes the pages of the case.
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import type { CaseEvent } from '@veritrace/contract/casework/case-records'
import type { Case } from '@veritrace/contract/casework/cases'
import { useEffect, useState } from 'react'
import { api } from '../../api.ts'
import { follow } from '../../sse.ts'

const PAGE = 100
/** Maximum number of live events in memory. */
const MAX_LIVE = 1_000
const DEBOUNCE_MS = 250

export function useEvents(theCase: Case) {
  const queries = useQueryClient()
  const [live, setLive] = useState<readonly CaseEvent[]>([])
  const past = useInfiniteQuery({
    queryKey: ['case-events', theCase.id],
    queryFn: ({ pageParam }) => (pageParam ? before(theCase.id, pageParam) : newest(theCase.id)),
    initialPageParam: 0,
    getNextPageParam: ([first]: CaseEvent[]) => (first && first.seq > 1 ? first.seq : undefined),
    select: ({ pages }) => pages.toReversed().flat(),
    staleTime: Number.POSITIVE_INFINITY,
  })
  const after = past.data?.at(-1)?.seq ?? (past.data ? 0 : undefined)
  const { id, key } = theCase
  useEffect(() => {
    if (after === undefined) return
    const leave = new AbortController()
    let timer: ReturnType<typeof setTimeout> | undefined
    // Runs send many events in a short time, so the pages are refreshed when the events pause.
    const refresh = () => {
      clearTimeout(timer)
      timer = setTimeout(() => {
        for (const name of [id, key]) void queries.invalidateQueries({ queryKey: ['case', name] })
        void queries.invalidateQueries({ queryKey: ['case', 'list'] })
      }, DEBOUNCE_MS)
    }
    follow(`/cases/${id}/events?after=${after}`, {
      signal: leave.signal,
      isLast: () => false,
      onEvent: ({ data }) => {
        setLive((before) => [...before, data as CaseEvent].slice(-MAX_LIVE))
        refresh()
      },
    }).catch(() => {})
    return () => {
      leave.abort()
      clearTimeout(timer)
    }
  }, [after, id, key, queries])
  const seen = new Set(past.data?.map(({ seq }) => seq))
  const events = [...(past.data ?? []), ...live.filter(({ seq }) => !seen.has(seq))]
  return { events, past }
}

/** The list is oldest first and without gaps, so its total gives the position of the newest events. */
async function newest(id: string): Promise<CaseEvent[]> {
  const first = await api.caseRecords.events({ params: { id }, query: { limit: PAGE } })
  if (!('items' in first)) return []
  const total = first.total ?? first.items.length
  return total > PAGE ? before(id, total + 1) : first.items
}

async function before(id: string, seq: number): Promise<CaseEvent[]> {
  const after = Math.max(0, seq - 1 - PAGE)
  const page = await api.caseRecords.events({ params: { id }, query: { limit: seq - 1 - after, after } })
  return 'items' in page ? page.items : []
}
