// Compares two runs of the case, or its objects with those of another estate.
import type { ReactNode } from 'react'
import { Segmented } from '../../../../ui/page-tabs.tsx'
import { ScrollPane } from '../../../../ui/scroll-pane.tsx'
import { useCaseSearch, useSetSearch } from '../search.ts'
import { CompareEstates } from './compare-estates.tsx'
import { CompareRuns } from './compare-runs.tsx'

const KINDS = [
  { value: 'runs', label: 'Two runs' },
  { value: 'estates', label: 'Two estates' },
] as const

export function Compare({ tabs }: { tabs: ReactNode }) {
  const search = useCaseSearch()
  const setSearch = useSetSearch()
  const kind = search.group === 'estates' ? 'estates' : 'runs'
  return (
    <section aria-label="Compare" className="flex min-h-0 min-w-0 flex-1 flex-col">
      <div className="flex min-h-11 shrink-0 flex-wrap items-center gap-2 border-b bg-surface px-4 py-1.5">
        {tabs}
        <Segmented
          label="What to compare"
          value={kind}
          options={KINDS}
          onChange={(group) => setSearch({ group, open: undefined, item: undefined })}
        />
      </div>
      <ScrollPane label="Comparison" className="min-h-0 flex-1 overflow-y-auto">
        <div className="mx-auto flex max-w-5xl flex-col gap-4 p-4">
          {kind === 'runs' ? <CompareRuns /> : <CompareEstates />}
        </div>
      </ScrollPane>
    </section>
  )
}
