// Responds with the generation, after waiting some time for the pipeline to end, or with a stream of its events.
import type { Generation } from '@veritrace/contract/casework/generations'
import type { PipelineRequest } from '@veritrace/contract/casework/studio'
import { Answer } from '@veritrace/platform/answer'
import type { Caller } from '@veritrace/platform/caller'
import { fail, notFound } from '@veritrace/platform/errors'
import { wantsEvents } from '../../cases/follow-events.ts'
import { scopeOf } from '../../model/scope.ts'
import type { Studio } from '../deps.ts'
import { viewGeneration } from '../generations/view.ts'
import type { Pipelines } from './pipelines.ts'
import { continuePipeline, startPipeline } from './start-pipeline.ts'

const WAIT_MS = 20_000

export async function answerPipeline(
  deps: Studio & { pipelines: Pipelines },
  caller: Caller,
  request: PipelineRequest,
  headers: Readonly<Record<string, string | string[] | undefined>>,
  signal: AbortSignal,
): Promise<Answer<Generation> | Answer<AsyncIterable<unknown>>> {
  const { pipelines } = deps
  const scope = scopeOf(caller)
  const last = lastSeen(headers['last-event-id'])
  const known = request.generation_id ?? last?.id
  const { row, seen: before } =
    known === undefined
      ? { row: await startPipeline(deps, caller, request), seen: 0 }
      : await continuePipeline(deps, caller, known, request)
  if (row.state === 'running') pipelines.begin(scope, row.id)
  if (wantsEvents(headers.accept)) {
    const after = last?.id === row.id ? last.seen : before
    return new Answer<AsyncIterable<unknown>>(pipelines.follow(scope, row.id, after))
  }
  const latest = (await pipelines.waitFor(scope, row.id, WAIT_MS, signal)) ?? notFound('generation', row.id)
  return new Answer(viewGeneration(latest), { status: latest.state === 'running' ? 202 : 201 })
}

/** `gen_…:12`: the generation, and how many of its events the client has seen. */
function lastSeen(header: string | string[] | undefined): { id: string; seen: number } | undefined {
  if (header === undefined) return undefined
  const [, id, seen] = /^(gen_[0-9a-z]{26}):(\d{1,6})$/.exec(String(header)) ?? []
  return id ? { id, seen: Number(seen) } : fail('bad_request', 'Last-Event-ID is not an id of this stream.')
}
