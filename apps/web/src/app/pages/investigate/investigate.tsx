// Look things up: search, the corpus, comparisons, the graph.
import { Link } from '@tanstack/react-router'
import { TABS, type Tab } from '@veritrace/contract/casework/app-routes'
import { type ComponentType, lazy, Suspense } from 'react'
import { PageTabs } from '../../../ui/page-tabs.tsx'
import { SkeletonText } from '../../../ui/states.tsx'
import { kept, useAddress } from './use-address.ts'

const VIEWS: Record<Tab, ComponentType> = {
  search: lazy(() => import('./search/search-tab.tsx')),
  corpus: lazy(() => import('./corpus/corpus-tab.tsx')),
  compare: lazy(() => import('./compare/compare-tab.tsx')),
  graph: lazy(() => import('./graph/graph-tab.tsx')),
}
const LABELS: Record<Tab, string> = { search: 'Search', corpus: 'Corpus', compare: 'Compare', graph: 'Graph' }

export default function Investigate() {
  const { words } = useAddress()
  const tab = words.tab ?? 'search'
  const View = VIEWS[tab]
  return (
    <>
      <h1 className="sr-only">Investigate</h1>
      <PageTabs
        label="Investigate"
        current={tab}
        tabs={TABS.map((id) => ({ id, label: LABELS[id] }))}
        link={({ id }, props) => (
          <Link to="/investigate" search={(was) => ({ ...kept(was), tab: id as Tab })} {...props} />
        )}
      />
      <h2 className="sr-only">{LABELS[tab]}</h2>
      <Suspense fallback={<SkeletonText lines={6} />}>
        <View />
      </Suspense>
    </>
  )
}
