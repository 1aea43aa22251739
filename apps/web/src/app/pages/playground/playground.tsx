// Components of the app in all their states. Only in development builds.
import { useState } from 'react'
import { PageHead } from '../../../shared/page-head.tsx'
import { Segmented } from '../../../ui/page-tabs.tsx'
import { Contrast } from './contrast.tsx'
import { Gallery } from './gallery.tsx'
import { GraphStress } from './graph-stress.tsx'
import { StreamSimulator } from './stream-simulator.tsx'

const VIEWS = { gallery: Gallery, contrast: Contrast, stream: StreamSimulator, graph: GraphStress }
type View = keyof typeof VIEWS

export default function Playground() {
  const [view, setView] = useState<View>('gallery')
  const Current = VIEWS[view]
  return (
    <div className="mx-auto flex max-w-5xl flex-col gap-5 p-4 lg:p-6">
      <PageHead
        title="Playground"
        actions={
          <Segmented<View>
            label="Part"
            value={view}
            onChange={setView}
            options={[
              { value: 'gallery', label: 'Gallery' },
              { value: 'contrast', label: 'Theme and contrast' },
              { value: 'stream', label: 'Stream' },
              { value: 'graph', label: 'Graph' },
            ]}
          />
        }
      >
        Not part of what is shipped. The API has its own console in the{' '}
        <a href="/docs" className="text-accent underline underline-offset-2">
          reference
        </a>
        .
      </PageHead>
      <Current />
    </div>
  )
}
