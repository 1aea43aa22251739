// What a run proposes and what people decide about it; the objects it is about.
import { Segmented } from '../../../../ui/page-tabs.tsx'
import { useSetWords, useWords } from '../words.ts'
import { Objects } from './objects.tsx'
import { Recommendations } from './recommendations.tsx'

const VIEWS = [
  { value: 'recommendations', label: 'Recommendations' },
  { value: 'objects', label: 'Objects' },
] as const

export default function Resolve() {
  const words = useWords()
  const setWords = useSetWords()
  const view = words.view === 'objects' ? 'objects' : 'recommendations'
  const tabs = (
    <Segmented
      label="Show"
      value={view}
      options={VIEWS}
      onChange={(next) => setWords({ view: next, group: undefined, open: undefined, q: undefined })}
    />
  )
  return view === 'objects' ? <Objects tabs={tabs} /> : <Recommendations tabs={tabs} />
}
