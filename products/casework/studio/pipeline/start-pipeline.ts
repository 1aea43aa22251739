// Starts a pipeline, or continues one that waits for answers.
import type { PipelineRequest } from '@veritrace/contract/casework/studio'
import type { Caller } from '@veritrace/platform/caller'
import type { Db } from '@veritrace/platform/db/db'
import { transact } from '@veritrace/platform/db/transact'
import { fail, forbiddenTransition } from '@veritrace/platform/errors'
import { LEASE_SECONDS } from '@veritrace/platform/leases/under-lease'
import { scopeOf } from '../../model/scope.ts'
import type { Scope } from '../../model/space.ts'
import { targetOf } from '../../packs/packs.ts'
import type { Tables } from '../../tables.ts'
import { requireInput } from '../classify/read-input.ts'
import { summaryOf } from '../classify/summary-of.ts'
import type { Studio } from '../deps.ts'
import { lockForChange } from '../generations/get-generation.ts'
import { belongsTo } from '../generations/save-generation.ts'
import { insertGeneration, updateGeneration } from '../generations/store.ts'
import { recordGeneration, rowOf } from '../generations/store-generation.ts'
import { viewGeneration } from '../generations/view.ts'
import { templateOf } from '../scaffold/templates.ts'
import type { GenerationRow } from '../tables.ts'
import { answerFaults, freshSteps, type PipelineOrder, type PipelineOutput, stepsFor } from './order.ts'

export const PIPELINE = 'casework-pipeline'
/** Added to the lease time, so that the lease of a crashed worker has expired when the resume job starts. */
const GRACE_SECONDS = 1
const DAY_MS = 86_400_000

export interface PipelineJob {
  tenant: string
  workspace: string
  id: string
}

/** The process that serves the request runs the pipeline. If it is interrupted, this job resumes the pipeline. */
export const addResumeJob = (
  { jobs, clock }: Studio,
  tx: Db<Tables>,
  { tenant, workspace }: Scope,
  id: string,
  seconds: number = LEASE_SECONDS,
) =>
  jobs.add(tx, PIPELINE, { tenant, workspace, id } satisfies PipelineJob, {
    startAfter: new Date(clock.now().getTime() + (seconds + GRACE_SECONDS) * 1000),
  })

export async function startPipeline(deps: Studio, caller: Caller, request: PipelineRequest) {
  const scope = scopeOf(caller)
  const input = request.input ?? fail('unacceptable', 'Send input, or the generation_id of a pipeline to continue.')
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
    await addResumeJob(deps, tx, scope, row.id)
    await recordGeneration(deps, tx, caller, row)
    return viewGeneration(inserted)
  })
}

/** Without new input nothing changes: the client only resumes its stream. */
export async function continuePipeline(deps: Studio, caller: Caller, id: string, request: PipelineRequest) {
  const scope = scopeOf(caller)
  const isAdmin = await deps.isAdmin(caller)
  let seen = 0
  // The response comes from the transaction, so a retry with the same idempotency key gets the same response.
  const shown = await transact(deps.db, async (tx) => {
    const row = await lockForChange(deps, tx, caller, { scope, id, isAdmin })
    if (row.kind !== 'pipeline') fail('unacceptable', `The generation “${id}” is not a pipeline.`)
    const hasInput = [request.answers, request.params, request.option_id].some((one) => one !== undefined)
    if (!hasInput) return viewGeneration(row)
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
    await addResumeJob(deps, tx, scope, id)
    await recordGeneration(deps, tx, caller, row, 'update')
    seen = row.events.length
    return viewGeneration(changed)
  })
  return { row: shown, seen }
}

function orderWith(row: GenerationRow, { answers = {}, params = {}, option_id }: PipelineRequest): PipelineOrder {
  const order = row.input as unknown as PipelineOrder
  const errors = answerFaults((row.output as PipelineOutput).questions ?? [], answers)
  if (errors.length > 0) fail('unacceptable', 'Some answers do not match their questions.', { errors })
  return {
    ...order,
    answers: { ...order.answers, ...answers },
    params: { ...order.params, ...params },
    ...(option_id !== undefined && { option_id }),
  }
}
