// How the corpus, its collector, the graph and the packs fare, and the buttons that set them right.
import { PageHead } from '../../../shared/page-head.tsx'
import { Collector } from './collector.tsx'
import { CorpusNumbers } from './corpus-numbers.tsx'
import { GraphHealth } from './graph-health.tsx'
import { PackList } from './pack-list.tsx'
import { WorkList } from './work-list.tsx'

export default function Operate() {
  return (
    <div className="mx-auto flex max-w-5xl flex-col gap-5 p-4 lg:p-6">
      <PageHead title="Corpus and graph">What is known, where it came from, and whether it is whole.</PageHead>
      <CorpusNumbers />
      <Collector />
      <GraphHealth />
      <PackList />
      <WorkList />
    </div>
  )
}
