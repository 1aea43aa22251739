// What a run proposes and what people decide about it; the objects it is about.
import { Segmented } from '../../../../ui/page-tabs.tsx'
import { Compare } from '../compare/compare.tsx'
import { useSetWords, useWords } from '../words.ts'
import { Objects } from './objects.tsx'
import { Recommendations } from './recommendations.tsx'

const VIEWS = [
  { value: 'recommendations', label: 'Recommendations' },
  { value: 'objects', label: 'Objects' },
  { value: 'compare', label: 'Compare' },
] as const

export default function Resolve() {
  const words = useWords()
  const setWords = useSetWords()
  const view = VIEWS.find(({ value }) => value === words.view)?.value ?? 'recommendations'
  const tabs = (
    <Segmented
      label="Show"
      value={view}
      options={VIEWS}
      onChange={(next) => setWords({ view: next, group: undefined, open: undefined, item: undefined, q: undefined })}
    />
  )
  if (view === 'compare') return <Compare tabs={tabs} />
  return view === 'objects' ? <Objects tabs={tabs} /> : <Recommendations tabs={tabs} />
}
