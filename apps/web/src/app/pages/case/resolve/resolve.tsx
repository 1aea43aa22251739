// The recommendations of the latest run and the decisions about them, the objects, and comparisons.
import { Segmented } from '../../../../ui/page-tabs.tsx'
import { Compare } from '../compare/compare.tsx'
import { useCaseSearch, useSetSearch } from '../search.ts'
import { Objects } from './objects.tsx'
import { Recommendations } from './recommendations.tsx'

const VIEWS = [
  { value: 'recommendations', label: 'Recommendations' },
  { value: 'objects', label: 'Objects' },
  { value: 'compare', label: 'Compare' },
] as const

export default function Resolve() {
  const search = useCaseSearch()
  const setSearch = useSetSearch()
  const view = VIEWS.find(({ value }) => value === search.view)?.value ?? 'recommendations'
  const tabs = (
    <Segmented
      label="Show"
      value={view}
      options={VIEWS}
      onChange={(next) => setSearch({ view: next, group: undefined, open: undefined, item: undefined, q: undefined })}
    />
  )
  if (view === 'compare') return <Compare tabs={tabs} />
  return view === 'objects' ? <Objects tabs={tabs} /> : <Recommendations tabs={tabs} />
}
