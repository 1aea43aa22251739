// Look things up: search, the corpus, comparisons, the graph.
import { Link } from '@tanstack/react-router'
import { TABS, type Tab } from '@veritrace/contract/casework/app-routes'
import type { ComponentType } from 'react'
import { later } from '../../../ui/later.tsx'
import { PageTabs } from '../../../ui/page-tabs.tsx'
import { SkeletonText } from '../../../ui/states.tsx'
import { kept, useAddress } from './use-address.ts'

const soon = () => <SkeletonText lines={6} />
const VIEWS: Record<Tab, ComponentType> = {
  search: later(() => import('./search/search-tab.tsx'), soon),
  corpus: later(() => import('./corpus/corpus-tab.tsx'), soon),
  compare: later(() => import('./compare/compare-tab.tsx'), soon),
  graph: later(() => import('./graph/graph-tab.tsx'), soon),
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
      <View />
    </>
  )
}
