// The progress of the pipeline, and the buttons that start it.
import type { GenerationStep } from '@veritrace/contract/casework/generations'
import {
  Check,
  ChevronRight,
  Circle,
  CircleQuestionMark,
  CircleX,
  LoaderCircle,
  type LucideIcon,
  Square,
} from 'lucide-react'
import { Kbd } from '../../../ui/bits.tsx'
import { Button } from '../../../ui/button.tsx'
import { cn } from '../../../ui/cn.ts'
import { plural } from '../../../ui/format.ts'
import { COMMAND_KEY } from '../../../ui/hotkeys.ts'
import type { Live } from './pipeline-stream.ts'

const STEPS = ['classify', 'plan', 'scaffold', 'check'] as const satisfies readonly GenerationStep['id'][]
const STYLES: Record<GenerationStep['state'], readonly [LucideIcon, string, string]> = {
  waiting: [Circle, 'text-ink-3', 'waiting'],
  running: [LoaderCircle, 'animate-spin text-accent', 'running'],
  needs_input: [CircleQuestionMark, 'text-caution', 'needs input'],
  done: [Check, 'text-positive', 'done'],
  failed: [CircleX, 'text-critical', 'failed'],
}

interface Props {
  steps: readonly GenerationStep[]
  live: Live
  /** Gaps in the files. */
  gaps: number
  canRun: boolean
  /** Why it cannot run, if this is not obvious. */
  note?: string | undefined
  onClassify(): void
  onAll(): void
  onStop(): void
}
export function PipelineBar({ steps, live, gaps, canRun, note, onClassify, onAll, onStop }: Props) {
  const stepOf = (id: GenerationStep['id']) => [...live.steps, ...steps].find((step) => step.id === id)
  const last =
    live.error ??
    note ??
    (live.isRunning ? live.messages.at(-1) : undefined) ??
    messageOf(live.steps.length > 0 ? live.steps : steps, gaps)
  return (
    <footer className="flex min-h-12 flex-wrap items-center gap-x-4 gap-y-1 border-t bg-sunken px-4 py-1.5">
      <ol aria-label="Steps" className="flex items-center gap-1.5">
        {STEPS.map((id, i) => (
          <li key={id} className="flex items-center gap-1.5">
            {i > 0 && <ChevronRight aria-hidden className="size-3.5 text-line-control" />}
            <StepState id={id} step={stepOf(id)} />
          </li>
        ))}
      </ol>
      <p
        role="status"
        className={cn('min-w-0 flex-1 truncate text-xs', live.error ? 'text-critical' : 'text-ink-2')}
        title={last}
      >
        {last}
      </p>
      {live.isRunning && live.id && (
        <Button title="Results of finished steps are preserved." onClick={onStop}>
          <Square className="size-3!" />
          Stop
        </Button>
      )}
      <Button onClick={onClassify} disabled={!canRun} busy={live.isRunning}>
        Classify
        <Kbd>{COMMAND_KEY} ↵</Kbd>
      </Button>
      <Button variant="solid" onClick={onAll} disabled={!canRun} busy={live.isRunning}>
        Run all steps
      </Button>
    </footer>
  )
}

function StepState({ id, step }: { id: string; step: GenerationStep | undefined }) {
  const [Icon, style, label] = STYLES[step?.state ?? 'waiting']
  return (
    <span
      title={step?.message}
      className={cn(
        'inline-flex items-center gap-1 text-sm',
        step && step.state !== 'waiting' ? 'text-ink' : 'text-ink-3',
      )}
    >
      <Icon aria-hidden className={cn('size-3.5', style)} />
      <span className="capitalize">{id}</span>
      <span className="sr-only">, {label}</span>
    </span>
  )
}

/** Files that pass their checks may still have gaps. */
function messageOf(steps: readonly GenerationStep[], gaps: number): string {
  const last = steps.findLast(({ state, message }) => message !== '' && state !== 'waiting')
  if (!last) return ''
  if (last.id !== 'check' || last.state !== 'done' || gaps === 0) return last.message
  return `${last.message.replace(/\.$/, '')}, ${plural(gaps, 'gap')} to close.`
}
