// What a user needs in the first ten seconds: readiness, changes, pending work, and the best next step.
import { useSearch } from '@tanstack/react-router'
import { MAY } from '@veritrace/contract/casework/roles'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { acting } from '../../../session/acting.ts'
import { Button } from '../../../ui/button.tsx'
import { ErrorState, SkeletonText } from '../../../ui/states.tsx'
import { explain } from '../../api.ts'
import { ProjectPicker } from '../../shared/project-picker.tsx'
import { useMay } from '../../shared/use-me.ts'
import { useProject } from '../../shared/use-project.ts'
import { AskBox } from './ask-box.tsx'
import { BestFixes } from './best-fixes.tsx'
import { FirstRun } from './first-run.tsx'
import { ReadinessStrip } from './readiness-strip.tsx'
import { Waiting } from './waiting.tsx'
import { Welcome } from './welcome.tsx'
import { WhatChanged } from './what-changed.tsx'

export default function Home() {
  const [creating, setCreating] = useState(false)
  const mayDecide = useMay(MAY.decide)
  const { welcome } = useSearch({ from: '/app/home' })
  const { projects, project, isLoading, error, retry } = useProject()
  return (
    <div className="mx-auto flex max-w-5xl flex-col gap-5 px-4 py-6">
      <header className="flex flex-col gap-3">
        <div className="flex items-center gap-3">
          <h1 className="flex-1 text-xl font-semibold">{acting ? `Hello, ${acting.label.split(' ')[0]}` : 'Home'}</h1>
          {projects.length > 1 && <ProjectPicker />}
          {project && mayDecide && (
            <Button aria-expanded={creating} onClick={() => setCreating(!creating)}>
              <Plus />
              New project
            </Button>
          )}
        </div>
        <AskBox project={project} />
      </header>
      {welcome && <Welcome />}
      {isLoading && <SkeletonText lines={6} />}
      {error && !projects.length && <ErrorState detail={explain(error)} onRetry={() => retry()} />}
      {!isLoading && !error && (projects.length === 0 || creating) && <FirstRun onCreated={() => setCreating(false)} />}
      {project && (
        <>
          <section aria-label="Readiness" className="flex flex-col gap-3">
            {projects.map((one) => (
              <ReadinessStrip key={one.id} project={one} />
            ))}
          </section>
          <div className="grid items-start gap-5 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
            <BestFixes project={project} />
            <div className="flex flex-col gap-5">
              <Waiting />
              <WhatChanged project={project} />
            </div>
          </div>
        </>
      )}
    </div>
  )
}
