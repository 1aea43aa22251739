// Progress of the run. It is read from the stored run, so a reload shows the same.
import { MAY } from '@veritrace/contract/casework/roles'
import type { Run } from '@veritrace/contract/casework/runs'
import { CircleCheck, CircleStop, CircleX, Loader, Square } from 'lucide-react'
import { Button } from '../../../ui/button.tsx'
import { cn } from '../../../ui/cn.ts'
import { sentenceOf } from '../../shared/case/words.ts'
import { useMay } from '../../shared/use-me.ts'
import { useCase, useHasResults, useRuns } from './queries.ts'
import { useInvestigate } from './use-investigate.ts'

export function RunBanner() {
  const run = useRuns().data?.[0]
  if (run?.state === 'failed') return <Failed run={run} />
  if (run?.state === 'cancelled') return <Canceled run={run} />
  return run?.state === 'queued' || run?.state === 'running' ? <Progress run={run} /> : null
}

const Failed = ({ run }: { run: Run }) => (
  <p
    role="alert"
    className="flex shrink-0 items-center gap-2 border-b border-critical-line bg-critical-soft px-4 py-2 text-sm"
  >
    <CircleX aria-hidden className="size-4 text-critical" />
    Run {run.n} failed: {run.error?.detail ?? 'no reason given'}
  </p>
)

function Canceled({ run }: { run: Run }) {
  const { status } = useCase()
  const investigate = useInvestigate()
  const hasResults = useHasResults()
  const may = useMay(MAY.work)
  return (
    <p
      role="status"
      className="flex shrink-0 flex-wrap items-center gap-x-2 gap-y-1 border-b bg-sunken px-4 py-2 text-sm"
    >
      <CircleStop aria-hidden className="size-4 text-ink-3" />
      <span className="min-w-0 flex-1">
        Run {run.n} was canceled and its results were discarded.
        {hasResults && ' The results of the earlier run remain.'}
      </span>
      {may && status !== 'closed' && (
        <Button size="sm" busy={investigate.isBusy} onClick={() => investigate.start()}>
          Investigate again
        </Button>
      )}
    </p>
  )
}

function Progress({ run }: { run: Run }) {
  const investigate = useInvestigate()
  const may = useMay(MAY.work)
  const done = run.steps.filter(({ state }) => state === 'done' || state === 'skipped').length
  // A step is reported when it is done, so the first waiting step is the current one.
  const current = run.state === 'running' ? run.steps.find(({ state }) => state === 'waiting') : undefined
  return (
    <div role="status" className="shrink-0 border-b bg-surface px-4 py-2 text-sm">
      <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <Loader aria-hidden className="size-4 animate-spin text-accent" />
        Run {run.n}: {run.state === 'queued' ? 'queued' : current ? sentenceOf(current.id) : 'finishing'}
        <span className="ml-auto text-xs text-ink-3 tnum">
          {done} of {run.steps.length} steps
        </span>
        {may && (
          <Button
            size="sm"
            aria-label={`Cancel run ${run.n}`}
            title="Discards the results of this run. Earlier results remain."
            busy={investigate.isCanceling}
            onClick={() => investigate.cancel(run.id)}
          >
            <Square className="size-3!" />
            Cancel
          </Button>
        )}
      </p>
      <ol aria-label="Steps" className="mt-1.5 flex gap-1">
        {run.steps.map(({ id, state }) => (
          <li
            key={id}
            title={`${sentenceOf(id)}: ${state}`}
            className={cn(
              'h-1.5 flex-1 rounded-full',
              state === 'done' || state === 'skipped'
                ? 'bg-positive-fill'
                : id === current?.id
                  ? 'bg-info-fill'
                  : 'bg-press',
            )}
          >
            <span className="sr-only">
              {sentenceOf(id)} {state}
            </span>
          </li>
        ))}
      </ol>
    </div>
  )
}

/** The steps of a run, with their statistics and warnings. */
export function RunSteps({ run }: { run: Run }) {
  return (
    <ol className="flex flex-col gap-1 text-xs">
      {run.steps.map(({ id, state, stats, warnings }) => (
        <li key={id} className="flex flex-wrap items-center gap-x-2">
          {state === 'failed' ? (
            <CircleX aria-hidden className="size-3.5 text-critical" />
          ) : (
            <CircleCheck aria-hidden className={cn('size-3.5', state === 'done' ? 'text-positive' : 'text-ink-3')} />
          )}
          <span>{sentenceOf(id)}</span>
          <span className="text-ink-3 tnum">
            {Object.entries(stats)
              .map(([name, value]) => `${name.replaceAll('_', ' ')} ${value}`)
              .join(', ')}
          </span>
          {warnings.map((text) => (
            <span key={text} className="text-caution">
              {text}
            </span>
          ))}
        </li>
      ))}
    </ol>
  )
}
