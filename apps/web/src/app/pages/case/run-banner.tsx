// How far the run is. It comes from the record of the run, so a reload shows the same.
import type { Run } from '@veritrace/contract/casework/runs'
import { CircleCheck, CircleX, Loader } from 'lucide-react'
import { cn } from '../../../ui/cn.ts'
import { sentenceOf } from '../../shared/case/words.ts'
import { useRuns } from './queries.ts'

export function RunBanner() {
  const run = useRuns().data?.items[0]
  if (!run) return null
  if (run.state === 'failed' || run.state === 'cancelled')
    return (
      <p
        role="alert"
        className="flex shrink-0 items-center gap-2 border-b border-critical-line bg-critical-soft px-4 py-2 text-sm"
      >
        <CircleX aria-hidden className="size-4 text-critical" />
        Run {run.n} {run.state}: {run.error?.detail ?? 'no reason was given'}
      </p>
    )
  if (run.state !== 'queued' && run.state !== 'running') return null
  return <Progress run={run} />
}

function Progress({ run }: { run: Run }) {
  const done = run.steps.filter(({ state }) => state === 'done' || state === 'skipped').length
  const current = run.steps.find(({ state }) => state === 'running')
  return (
    <div role="status" className="shrink-0 border-b bg-surface px-4 py-2 text-sm">
      <p className="flex items-center gap-2">
        <Loader aria-hidden className="size-4 animate-spin text-accent" />
        Run {run.n}: {run.state === 'queued' ? 'waiting for its turn' : current ? sentenceOf(current.id) : 'beginning'}
        <span className="ml-auto text-xs text-ink-3 tnum">
          {done} of {run.steps.length} steps
        </span>
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
                : state === 'running'
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

/** Below a run that has ended: what it did. */
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
