// The generations of the workspace, with filters.
import { keepPreviousData } from '@tanstack/react-query'
import type { GenerationSummary } from '@veritrace/contract/casework/generations'
import { Inbox } from 'lucide-react'
import { useDeferredValue, useState } from 'react'
import { More } from '../../../shared/more.tsx'
import { usePages } from '../../../shared/pages.ts'
import { Button } from '../../../ui/button.tsx'
import { SearchInput, Select } from '../../../ui/field.tsx'
import { plural } from '../../../ui/format.ts'
import { Empty, ErrorState, SkeletonText } from '../../../ui/states.tsx'
import { api, explain } from '../../api.ts'
import { GenerationRow, KIND } from './generation-row.tsx'

const PAGE = 25
type Kind = GenerationSummary['kind']

interface Props {
  current: string | undefined
  onShow(id: string): void
  onDeleted(id: string): void
}
export function GenerationList({ current, onShow, onDeleted }: Props) {
  const [q, setQ] = useState('')
  const [kind, setKind] = useState<Kind | ''>('')
  const [only, setOnly] = useState<'' | 'mine' | 'starred'>('')
  const asked = useDeferredValue(q.trim())
  const filter = { ...(asked && { q: asked }), ...(kind && { kind }), ...(only && { [only]: true }) }
  const found = usePages(
    ['generations', filter],
    (at) => api.generations.list({ query: { ...filter, limit: PAGE, ...at } }),
    { placeholderData: keepPreviousData },
  )
  const items = found.data?.items ?? []
  const isFiltered = Object.keys(filter).length > 0
  const clear = () => {
    setQ('')
    setKind('')
    setOnly('')
  }
  return (
    <>
      <search className="flex flex-wrap gap-2 border-b px-4 py-2.5">
        <SearchInput
          aria-label="Title"
          placeholder="Title"
          className="min-w-32 flex-1 max-sm:basis-full"
          value={q}
          onChange={({ target }) => setQ(target.value)}
        />
        <Select
          aria-label="Kind"
          className="w-32 max-sm:flex-1"
          value={kind}
          onChange={({ target }) => setKind(target.value as Kind)}
        >
          <option value="">All kinds</option>
          {Object.entries(KIND).map(([value, label]) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </Select>
        <Select
          aria-label="Created by"
          className="w-34 max-sm:flex-1"
          value={only}
          onChange={({ target }) => setOnly(target.value as typeof only)}
        >
          <option value="">Everyone</option>
          <option value="mine">Me</option>
          <option value="starred">Starred</option>
        </Select>
      </search>
      <p role="status" className="sr-only">
        {found.data && plural(found.data.total ?? items.length, 'generation')}
      </p>
      {found.error && !found.isFetchNextPageError && (
        <ErrorState detail={explain(found.error)} onRetry={() => found.refetch()} />
      )}
      {found.isLoading && <SkeletonText lines={6} />}
      {found.data && items.length === 0 && (
        <Empty
          icon={Inbox}
          title={isFiltered ? 'No matching generations' : 'No generations yet'}
          action={isFiltered && <Button onClick={clear}>Clear filters</Button>}
        >
          {!isFiltered && 'Classify a source to start.'}
        </Empty>
      )}
      <ul aria-label="Generations" className="divide-y divide-line-row">
        {items.map((one) => (
          <GenerationRow key={one.id} one={one} isCurrent={one.id === current} onShow={onShow} onDeleted={onDeleted} />
        ))}
      </ul>
      <More found={found} />
    </>
  )
}
