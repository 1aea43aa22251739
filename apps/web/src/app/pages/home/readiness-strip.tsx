// Readiness of one project: the share with its possible range, the levels, the change, and the confidence.
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { Project } from '@veritrace/contract/casework/projects'
import type { Readiness } from '@veritrace/contract/casework/readiness'
import { MAY } from '@veritrace/contract/casework/roles'
import { FileUp, Gauge, Minus, TrendingDown, TrendingUp } from 'lucide-react'
import { useState } from 'react'
import { Badge, type Tone } from '../../../ui/badge.tsx'
import { Card } from '../../../ui/bits.tsx'
import { Button, buttonClass } from '../../../ui/button.tsx'
import { IntervalGauge } from '../../../ui/charts.tsx'
import { count, plural, share } from '../../../ui/format.ts'
import { LevelBar } from '../../../ui/level.tsx'
import { ErrorState, SkeletonText } from '../../../ui/states.tsx'
import { explain } from '../../api.ts'
import { WhyNumber } from '../../shared/readiness/why-number.tsx'
import { DropZone } from '../../shared/upload/drop-zone.tsx'
import { useMay } from '../../shared/use-me.ts'
import { usePack } from '../../shared/use-pack.ts'
import { useTarget } from '../../shared/use-target.ts'
import { readinessQuery, useNewestEvidence } from './readiness-query.ts'

export function ReadinessStrip({ project }: { project: Project }) {
  const { id: target } = useTarget()
  const found = useQuery(readinessQuery(project.id, target))
  const { reading } = useNewestEvidence(project.id)
  const [adding, setAdding] = useState(false)
  const mayWork = useMay(MAY.work)
  const readiness = found.data
  const isMeasured = (readiness?.coverage.objects_total ?? 0) > 0
  return (
    <Card>
      <header className="flex flex-wrap items-center gap-x-3 gap-y-1 border-b px-4 py-2.5">
        <h2 className="text-base font-semibold">{project.name}</h2>
        {readiness && <span className="text-xs text-ink-3">for {readiness.target.label}</span>}
        {reading > 0 && (
          <span role="status" className="text-xs text-info">
            Reading {plural(reading, 'file')}
          </span>
        )}
        <span className="ml-auto" />
        {isMeasured && mayWork && (
          <Button variant="ghost" size="sm" aria-expanded={adding} onClick={() => setAdding(!adding)}>
            <FileUp />
            Add files
          </Button>
        )}
        <Link
          to="/govern"
          search={(before) => ({ ...before, view: 'readiness' as const, project: project.id })}
          className={buttonClass({ variant: 'ghost', size: 'sm' })}
        >
          <Gauge />
          All figures
        </Link>
      </header>
      {adding && isMeasured && (
        <div className="border-b px-4 py-3">
          <DropZone projectId={project.id} />
        </div>
      )}
      {found.isLoading && <SkeletonText lines={3} />}
      {found.error && !readiness && <ErrorState detail={explain(found.error)} onRetry={() => found.refetch()} />}
      {readiness &&
        (isMeasured ? <Figures readiness={readiness} /> : <NoFigures project={project} isReading={reading > 0} />)}
    </Card>
  )
}

function Figures({ readiness }: { readiness: Readiness }) {
  const { codes } = usePack(readiness.pack.id)
  const { interval, acceptable, coverage, distribution } = readiness
  const counts = Object.fromEntries(distribution.map(({ code, objects }) => [code, objects]))
  return (
    <>
      <div className="grid gap-x-8 gap-y-4 px-4 py-4 md:grid-cols-[auto_minmax(0,1fr)_minmax(0,1fr)]">
        <div>
          <p className="label">Acceptable</p>
          <p className="text-3xl font-semibold tnum">{share(interval.point)}</p>
          <p className="text-xs text-ink-2 tnum">
            {count(acceptable.objects)} of {plural(coverage.objects_total, 'object')}
          </p>
          <Change trend={readiness.trend ?? []} />
        </div>
        <div>
          <p className="label mb-2.5">Possible range</p>
          <IntervalGauge {...interval} label="Acceptable" />
        </div>
        <div>
          <p className="label mb-2.5">Levels</p>
          <LevelBar counts={counts} codes={codes} />
        </div>
      </div>
      <Confidence readiness={readiness} />
      <WhyNumber readiness={readiness} />
    </>
  )
}

function Change({ trend }: { trend: NonNullable<Readiness['trend']> }) {
  const [before, now] = trend.slice(-2)
  if (!before || !now) return <p className="mt-1 text-xs text-ink-3">First measurement</p>
  const points = Math.round((now.acceptable_share - before.acceptable_share) * 100)
  const [Icon, tone] =
    points > 0 ? [TrendingUp, 'text-positive'] : points < 0 ? [TrendingDown, 'text-critical'] : [Minus, 'text-ink-3']
  return (
    <p className="mt-1 flex items-center gap-1 text-xs text-ink-2 tnum">
      <Icon aria-hidden className={`size-3.5 ${tone}`} />
      {points === 0 ? 'No change' : `${points > 0 ? 'Up' : 'Down'} ${plural(Math.abs(points), 'point')}`}
    </p>
  )
}

const BAND: Record<Readiness['confidence']['band'], Tone> = { high: 'positive', medium: 'caution', low: 'critical' }

function Confidence({ readiness }: { readiness: Readiness }) {
  const { band, reasons } = readiness.confidence
  return (
    <div className="flex flex-wrap items-baseline gap-x-2 gap-y-1 border-t px-4 py-2.5 text-sm">
      <Badge tone={BAND[band]}>{band} confidence</Badge>
      <span className="min-w-0 flex-1 text-ink-2">{reasons.join(' ')}</span>
    </div>
  )
}

const NoFigures = ({ project, isReading }: { project: Project; isReading: boolean }) => (
  <div className="flex flex-col gap-3 px-4 py-4">
    <p className="text-sm text-ink-2">
      {isReading
        ? 'The files of this project are being read.'
        : 'Nothing measured yet. Upload source code, an ATC result or a list of dependencies to start.'}
    </p>
    <DropZone projectId={project.id} />
  </div>
)
