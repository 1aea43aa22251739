// Starts an answer or resumes one.
import type { AnswerDocument } from '@veritrace/contract/casework/answers'
import { type Caller, planFor } from '@veritrace/platform/caller'
import { AppError, fail } from '@veritrace/platform/errors'
import type { Chat } from '@veritrace/platform/outside/chat'
import { scopeOf } from '../model/scope.ts'
import type { Scope } from '../model/space.ts'
import type { Composed } from './compose.ts'
import { type AnswerEvent, gather, type UnnumberedEvent } from './events.ts'
import type { Answering } from './facts/asking.ts'
import { type Live, openLive } from './live.ts'
import { type Asked, rowFor } from './row.ts'
import { STREAMS_BY_PLAN } from './rules.ts'
import { answerEvents, storeAnswer, storePartial } from './stream-answer.ts'
import type { AnswerRow } from './tables.ts'
import { isRecent, watch } from './watch.ts'

type Deps = Answering & { chat: Chat | undefined }

export interface Answers {
  stream(caller: Caller, asked: Asked): Promise<AsyncIterable<AnswerEvent>>
  whole(caller: Caller, asked: Asked): Promise<AnswerDocument>
  close(): Promise<void>
}

export function openAnswers(deps: Deps): Answers {
  const running = new Map<string, Live>()
  const open = new Map<string, number>()

  /** Takes one of the concurrent answers that the plan allows; returns a function that releases it. */
  const acquire = (caller: Caller): (() => void) => {
    const most = STREAMS_BY_PLAN[planFor(caller, 'casework')]
    const taken = open.get(caller.tenant) ?? 0
    if (taken >= most)
      fail(
        'rate_limited',
        `Your plan allows ${most} answers at a time. Wait for one to finish.`,
        {},
        { 'retry-after': '1' },
      )
    open.set(caller.tenant, taken + 1)
    return () => {
      const left = (open.get(caller.tenant) ?? 1) - 1
      if (left > 0) open.set(caller.tenant, left)
      else open.delete(caller.tenant)
    }
  }

  const start = (
    scope: Scope,
    row: AnswerRow,
    source: AsyncIterable<UnnumberedEvent>,
    composed: () => Composed | undefined,
  ) => {
    const live = openLive(source, {
      some: (events) => storePartial(deps, scope, row.id, events),
      all: (events) => storeAnswer(deps, scope, row.id, events, composed()),
    })
    running.set(row.id, live)
    void live.finished.then(() => running.delete(row.id))
    return live
  }

  const liveFor = async (caller: Caller, asked: Asked): Promise<{ row: AnswerRow; live: Live }> => {
    const scope = scopeOf(caller)
    const { row, begun } = await rowFor(deps, caller, asked)
    const known = running.get(row.id)
    if (known) return { row, live: known }
    if (row.events && row.status !== 'running') return { row, live: replay(row.events) }
    if (row.status !== 'running') fail('gone', 'This answer is no longer stored.')
    // A model would word the answer differently, so wait for the process that has started it.
    const isElsewhere = !begun && deps.chat !== undefined && row.request.mode === 'grounded'
    if (isElsewhere && (row.events || isRecent(row, deps))) return { row, live: watch(deps, scope, row) }
    // Started here, or by a process that is gone: without a model, the same question gives the same answer.
    const { source, composed } = answerEvents(deps, scope, row, begun, caller.requestId)
    return { row, live: start(scope, row, source, composed) }
  }

  return {
    async stream(caller, asked) {
      const after = eventNumber(asked.lastEventId)
      const release = acquire(caller)
      try {
        const { live } = await liveFor(caller, asked)
        return following(live, after, release)
      } catch (error) {
        release()
        throw error
      }
    },
    async whole(caller, asked) {
      const release = acquire(caller)
      try {
        const { row, live } = await liveFor(caller, asked)
        await live.finished
        return gather(live.events, row.request.question, row.created_at) ?? failed(live.events)
      } finally {
        release()
      }
    },
    close: async () => {
      await Promise.all([...running.values()].map(({ finished }) => finished))
    },
  }
}

async function* following(live: Live, after: number, release: () => void): AsyncGenerator<AnswerEvent> {
  try {
    yield* live.follow(after)
  } finally {
    release()
  }
}

const replay = (events: readonly AnswerEvent[]): Live => ({
  events,
  finished: Promise.resolve(),
  async *follow(after) {
    yield* events.slice(after)
  },
})

const eventNumber = (text: string | undefined): number => {
  if (text === undefined || text === '') return 0
  return /^\d{1,9}$/.test(text) ? Number(text) : fail('bad_request', 'Last-Event-ID must be a whole number.')
}

function failed(events: readonly AnswerEvent[]): never {
  const problem = events.find(({ event }) => event === 'error')?.data as { code?: AppError['code']; detail?: string }
  throw new AppError(problem?.code ?? 'internal', problem?.detail)
}
