// Runs a pipeline from where it stopped to its end or to the first open question. The result of each step is written before
// the next step starts, so that another process can resume the pipeline after a crash.
import type { GenerationStep } from '@veritrace/contract/casework/generations'
import { isAppError } from '@veritrace/platform/errors'
import { underLease } from '@veritrace/platform/leases/under-lease'
import type { Scope } from '../../model/space.ts'
import { targetOf } from '../../packs/packs.ts'
import type { Studio } from '../deps.ts'
import { advancePipeline, claimPipeline, renewPipeline } from '../generations/store.ts'
import type { GenerationRow, PipelineEvent } from '../tables.ts'
import type { PipelineOrder, PipelineOutput } from './order.ts'
import { type Done, STEPS } from './steps.ts'

interface State {
  steps: GenerationStep[]
  output: PipelineOutput
  events: PipelineEvent[]
}

/** False if there was nothing to do: the pipeline has ended, or another worker runs it. Calls `onWrite` after each write. */
export async function runPipeline(deps: Studio, scope: Scope, id: string, onWrite: () => void): Promise<boolean> {
  const leased = {
    take: (holder: string) => claimPipeline(deps.db, scope, id, holder),
    renew: (_: GenerationRow, holder: string) => renewPipeline(deps.db, scope, id, holder),
  }
  const worked = await underLease(leased, async (row, { holder }) => {
    const write: Write = async (state, more = {}) => {
      const isOurs = await advancePipeline(deps.db, scope, id, holder, {
        steps: JSON.stringify(state.steps),
        output: JSON.stringify(state.output),
        events: JSON.stringify(state.events),
        ...(more.release && { claimed_until: null }),
        ...(more.state && { state: more.state }),
      })
      onWrite()
      return isOurs
    }
    await work(deps, scope, row, write)
    return true
  })
  return worked ?? false
}

type Write = (state: State, more?: { state?: GenerationRow['state']; release?: true }) => Promise<boolean>

async function work(deps: Studio, scope: Scope, row: GenerationRow, write: Write): Promise<void> {
  const order = row.input as unknown as PipelineOrder
  let state: State = { steps: row.steps ?? [], output: row.output as PipelineOutput, events: row.events }
  for (const { id } of state.steps.filter(({ state: one }) => one !== 'done')) {
    const started = withStep(row, state, { id, state: 'running', finished_at: null, message: '' })
    if (!(await write(started))) return
    const ended = await attempt(deps, async () => {
      const active = await deps.packs.of(scope, row.pack.id)
      const target = targetOf(active, row.target.profile_id)
      return STEPS[id]({
        deps,
        scope,
        active,
        target,
        order,
        output: state.output,
        projectId: row.project_id ?? undefined,
      })
    })
    if (ended === 'later') return void (await write(state, { release: true }))
    if ('error' in ended) {
      const { code, message } = ended.error
      const failed = withStep(row, started, stepOf(deps, id, 'failed', message))
      return end(row, { ...failed, output: { ...state.output, error: { code, detail: message } } }, 'failed', write)
    }
    const { output, message, events, questions } = ended
    const open = questions ?? []
    const finished = withStep(row, started, stepOf(deps, id, open.length > 0 ? 'needs_input' : 'done', message), events)
    state = { ...finished, output: { ...output, ...(open.length > 0 && { questions: open }) } }
    if (open.length > 0) {
      const asked = { event: 'question' as const, data: { generation_id: row.id, step: id, questions: open } }
      return end(row, { ...state, events: [...state.events, asked] }, 'needs_input', write)
    }
    if (!(await write(state))) return
  }
  return end(row, state, 'ready', write)
}

/** Errors of the server are retried later. Errors that the input causes end the pipeline. */
async function attempt(
  { log }: Studio,
  step: () => Promise<Done>,
): Promise<Done | { error: { code: string; message: string } } | 'later'> {
  try {
    return await step()
  } catch (error) {
    if (isAppError(error) && error.status < 500) return { error }
    log.warn({ err: error }, 'pipeline step failed, will be retried')
    return 'later'
  }
}

const stepOf = (
  { clock }: Studio,
  id: GenerationStep['id'],
  state: GenerationStep['state'],
  message: string,
): GenerationStep => ({ id, state, finished_at: state === 'done' ? clock.now().toISOString() : null, message })

const withStep = (
  row: GenerationRow,
  state: State,
  step: GenerationStep,
  more: readonly PipelineEvent[] = [],
): State => ({
  ...state,
  steps: state.steps.map((one) => (one.id === step.id ? step : one)),
  events: [...state.events, ...more, { event: 'step', data: { generation_id: row.id, ...step } }],
})

async function end(row: GenerationRow, state: State, final: GenerationRow['state'], write: Write): Promise<void> {
  const done: PipelineEvent = { event: 'done', data: { generation_id: row.id, state: final } }
  await write({ ...state, events: [...state.events, done] }, { state: final, release: true })
}
