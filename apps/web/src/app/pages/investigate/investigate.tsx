// Search, corpus, comparisons and the dependency graph.
import { Link } from '@tanstack/react-router'
import { TABS, type Tab } from '@veritrace/contract/casework/app-routes'
import type { ComponentType } from 'react'
import { later } from '../../../ui/later.tsx'
import { PageTabs } from '../../../ui/page-tabs.tsx'
import { SkeletonText } from '../../../ui/states.tsx'
import { preserved, useAddress } from './use-address.ts'

const loading = () => <SkeletonText lines={6} />
const VIEWS: Record<Tab, ComponentType> = {
  search: later(() => import('./search/search-tab.tsx'), loading),
  corpus: later(() => import('./corpus/corpus-tab.tsx'), loading),
  compare: later(() => import('./compare/compare-tab.tsx'), loading),
  graph: later(() => import('./graph/graph-tab.tsx'), loading),
}
const LABELS: Record<Tab, string> = { search: 'Search', corpus: 'Corpus', compare: 'Compare', graph: 'Graph' }

export default function Investigate() {
  const { params } = useAddress()
  const tab = params.tab ?? 'search'
  const View = VIEWS[tab]
  return (
    <>
      <h1 className="sr-only">Investigate</h1>
      <PageTabs
        label="Investigate"
        current={tab}
        tabs={TABS.map((id) => ({ id, label: LABELS[id] }))}
        link={({ id }, props) => (
          <Link to="/investigate" search={(prev) => ({ ...preserved(prev), tab: id as Tab })} {...props} />
        )}
      />
      <h2 className="sr-only">{LABELS[tab]}</h2>
      <View />
    </>
  )
}
