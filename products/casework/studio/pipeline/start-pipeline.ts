// Starts a pipeline, or lets one that waits for answers go on.
import type { PipelineRequest } from '@veritrace/contract/casework/studio'
import type { Db } from '@veritrace/platform/db/db'
import { transact } from '@veritrace/platform/db/transact'
import { fail, forbiddenTransition } from '@veritrace/platform/errors'
import type { Caller } from '@veritrace/platform/identity/caller'
import { LEASE_SECONDS } from '@veritrace/platform/leases/under-lease'
import { scopeOf } from '../../model/scope.ts'
import type { Scope } from '../../model/space.ts'
import { targetOf } from '../../packs/packs.ts'
import type { Tables } from '../../tables.ts'
import { requireInput } from '../classify/read-input.ts'
import { summaryOf } from '../classify/summary-of.ts'
import type { Studio } from '../deps.ts'
import { lockOwn } from '../generations/get-generation.ts'
import { recordGeneration, rowOf } from '../generations/keep-generation.ts'
import { belongsTo } from '../generations/save-generation.ts'
import { insertGeneration, updateGeneration } from '../generations/store.ts'
import { viewGeneration } from '../generations/view.ts'
import { templateOf } from '../scaffold/templates.ts'
import type { GenerationRow } from '../tables.ts'
import { answerFaults, freshSteps, type PipelineOrder, type PipelineOutput, stepsFor } from './order.ts'

export const PIPELINE = 'casework-pipeline'
/** Seconds: whoever has just begun has time to take it. */
const A_LITTLE = 1
const DAY_MS = 86_400_000

export interface PipelineJob {
  tenant: string
  workspace: string
  id: string
}

/** Somebody works on it at once; whoever finds it cut short afterwards goes on with it. */
export const addRescue = (
  { jobs, clock }: Studio,
  tx: Db<Tables>,
  { tenant, workspace }: Scope,
  id: string,
  seconds: number = LEASE_SECONDS,
) =>
  jobs.add(tx, PIPELINE, { tenant, workspace, id } satisfies PipelineJob, {
    startAfter: new Date(clock.now().getTime() + (seconds + A_LITTLE) * 1000),
  })

export async function startPipeline(deps: Studio, caller: Caller, request: PipelineRequest) {
  const scope = scopeOf(caller)
  const input = request.input ?? fail('unacceptable', 'Give input, or generation_id of a pipeline to go on with.')
  await requireInput(deps, scope, input)
  const active = await deps.packs.of(scope, request.pack)
  const target = targetOf(active, request.target)
  if (request.template_id !== undefined) templateOf(active.pack, request.template_id)
  const { template_id, option_id, constraints, params = {}, answers = {} } = request
  const order: PipelineOrder = {
    input,
    steps: stepsFor(request),
    params,
    answers,
    ...(template_id !== undefined && { template_id }),
    ...(option_id !== undefined && { option_id }),
    ...(constraints && { constraints }),
  }
  const summary = summaryOf(input)
  const row = {
    ...rowOf(deps, caller, {
      ...{
        kind: 'pipeline' as const,
        title: request.title ?? summary,
        active,
        target,
        input: order,
        summary,
        output: {},
      },
      ...(await belongsTo(deps, scope, request)),
    }),
    state: 'running' as const,
    steps: JSON.stringify(freshSteps(order.steps)),
    expires_at: request.save ? null : new Date(deps.clock.now().getTime() + DAY_MS),
  }
  return transact(deps.db, async (tx) => {
    const inserted = await insertGeneration(tx, row)
    await addRescue(deps, tx, scope, row.id)
    await recordGeneration(deps, tx, caller, row)
    return viewGeneration(inserted)
  })
}

/** Where nothing new is said nothing changes: whoever comes back to a stream only reads on. */
export async function continuePipeline(deps: Studio, caller: Caller, id: string, request: PipelineRequest) {
  const scope = scopeOf(caller)
  const isAdmin = await deps.isAdmin(caller)
  let told = 0
  // The transaction gives what is answered: whoever asks again with the same key gets just that.
  const shown = await transact(deps.db, async (tx) => {
    const row = await lockOwn(deps, tx, caller, { scope, id, isAdmin })
    if (row.kind !== 'pipeline') fail('unacceptable', `The generation “${id}” is no pipeline.`)
    const isNews = [request.answers, request.params, request.option_id].some((one) => one !== undefined)
    if (!isNews) return viewGeneration(row)
    if (row.state !== 'needs_input') forbiddenTransition('pipeline', row.state, 'running', [])
    const order = orderWith(row, request)
    const { questions: _, ...output } = row.output as PipelineOutput
    const changed = await updateGeneration(tx, scope, id, {
      input: JSON.stringify(order),
      output: JSON.stringify(output),
      steps: JSON.stringify(
        (row.steps ?? []).map((step) => (step.state === 'done' ? step : { ...step, state: 'waiting' })),
      ),
      state: 'running',
      claimed_until: null,
    })
    await addRescue(deps, tx, scope, id)
    await recordGeneration(deps, tx, caller, row, 'update')
    told = row.events.length
    return viewGeneration(changed)
  })
  return { row: shown, told }
}

function orderWith(row: GenerationRow, { answers = {}, params = {}, option_id }: PipelineRequest): PipelineOrder {
  const order = row.input as unknown as PipelineOrder
  const errors = answerFaults((row.output as PipelineOutput).questions ?? [], answers)
  if (errors.length > 0) fail('unacceptable', 'Some answers do not fit their questions.', { errors })
  return {
    ...order,
    answers: { ...order.answers, ...answers },
    params: { ...order.params, ...params },
    ...(option_id !== undefined && { option_id }),
  }
}
