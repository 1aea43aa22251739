// Health of the corpus, the collector, the graph and the packs, with actions to repair them.
import { PageHead } from '../../../shared/page-head.tsx'
import { Collector } from './collector.tsx'
import { CorpusNumbers } from './corpus-numbers.tsx'
import { GraphHealth } from './graph-health.tsx'
import { JobList } from './job-list.tsx'
import { PackList } from './pack-list.tsx'

export default function Operate() {
  return (
    <div className="mx-auto flex max-w-5xl flex-col gap-5 p-4 lg:p-6">
      <PageHead title="Corpus and graph">Health of the corpus, its sources and the graph.</PageHead>
      <CorpusNumbers />
      <Collector />
      <GraphHealth />
      <PackList />
      <JobList />
    </div>
  )
}
