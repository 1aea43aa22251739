// Begins an answer, or goes on with one.
import { type AnswerDocument, type AskRequest, RESUMED_FOR_MINUTES } from '@veritrace/contract/casework/answers'
import { ERRORS } from '@veritrace/contract/errors'
import { AppError, fail, isAppError, notFound } from '@veritrace/platform/errors'
import { type Caller, planFor } from '@veritrace/platform/identity/caller'
import { newId } from '@veritrace/platform/ids'
import { actorOf } from '../model/actors.ts'
import { digestOf } from '../model/digest.ts'
import { type Scope, scopeOf } from '../model/scope.ts'
import { type Begun, begin } from './begin.ts'
import { type Composed, compose } from './compose.ts'
import { type AnswerEvent, gather, type Told } from './events.ts'
import type { Answering } from './facts/asking.ts'
import { type Live, openLive } from './live.ts'
import type { Chat } from './model/chat.ts'
import { questionKey, STREAMS_BY_PLAN } from './rules.ts'
import { findAnswer, findAnswerByKey, finishAnswer, forgetEvents, insertAnswer } from './store.ts'
import type { AnswerRow } from './tables.ts'

type Deps = Answering & { chat: Chat | undefined }

interface Asked {
  body: AskRequest
  /** Idempotency-Key. */
  key: string | undefined
  lastEventId: string | undefined
}

export interface Answers {
  stream(caller: Caller, asked: Asked): Promise<AsyncIterable<AnswerEvent>>
  whole(caller: Caller, asked: Asked): Promise<AnswerDocument>
  close(): Promise<void>
}

export function openAnswers(deps: Deps): Answers {
  const running = new Map<string, Live>()
  const open = new Map<string, number>()

  /** One of the places that the plan has for answers at once; the caller gives it back. */
  const takePlace = (caller: Caller): (() => void) => {
    const most = STREAMS_BY_PLAN[planFor(caller, 'casework')]
    const taken = open.get(caller.tenant) ?? 0
    if (taken >= most)
      fail('rate_limited', `At most ${most} answers at once; wait for one to end.`, {}, { 'retry-after': '1' })
    open.set(caller.tenant, taken + 1)
    return () => {
      const left = (open.get(caller.tenant) ?? 1) - 1
      if (left > 0) open.set(caller.tenant, left)
      else open.delete(caller.tenant)
    }
  }

  const start = (scope: Scope, row: AnswerRow, source: AsyncIterable<Told>, composed: () => Composed | undefined) => {
    const keep = (events: readonly AnswerEvent[]) => keepAnswer(deps, scope, row.id, events, composed())
    const live = openLive([], source, keep)
    running.set(row.id, live)
    void live.finished.then(() => running.delete(row.id))
    return live
  }

  const liveFor = async (caller: Caller, asked: Asked): Promise<{ row: AnswerRow; live: Live }> => {
    const scope = scopeOf(caller)
    const { row, begun } = await rowFor(deps, caller, asked)
    const known = running.get(row.id)
    if (known) return { row, live: known }
    if (row.events) return { row, live: replay(row.events) }
    if (row.status !== 'running') fail('gone', 'What was answered is no longer kept.')
    // Begun here just now, or by a process that is gone: the same question is answered the same way.
    const { source, composed } = telling(deps, scope, row, begun, caller.requestId)
    return { row, live: start(scope, row, source, composed) }
  }

  return {
    async stream(caller, asked) {
      const after = eventNumber(asked.lastEventId)
      const leave = takePlace(caller)
      try {
        const { live } = await liveFor(caller, asked)
        return following(live, after, leave)
      } catch (error) {
        leave()
        throw error
      }
    },
    async whole(caller, asked) {
      const leave = takePlace(caller)
      try {
        const { row, live } = await liveFor(caller, asked)
        await live.finished
        return gather(live.events, row.request.question, row.created_at) ?? failed(live.events)
      } finally {
        leave()
      }
    },
    close: async () => {
      await Promise.all([...running.values()].map(({ finished }) => finished))
    },
  }
}

async function* following(live: Live, after: number, leave: () => void): AsyncGenerator<AnswerEvent> {
  try {
    yield* live.follow(after)
  } finally {
    leave()
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

/** As long as a repeated request is the same one. */
const DAY_MS = 24 * 3_600_000

interface Meant {
  row: AnswerRow
  /** Of a new one. */
  begun?: Begun
}

/** The answer that is meant, or a new one. */
async function rowFor(deps: Deps, caller: Caller, { body, key }: Asked): Promise<Meant> {
  const scope = scopeOf(caller)
  const { answer_id, ...request } = body
  if (answer_id) return { row: await resumed(deps, scope, answer_id) }
  const known = key === undefined ? undefined : await findAnswerByKey(deps.db, scope, key)
  if (known) return { row: sameRequest(known, request) }
  const begun = await begin(deps, scope, request)
  const now = deps.clock.now()
  const row: AnswerRow = {
    id: newId('ans'),
    tenant_id: scope.tenant,
    workspace_id: scope.workspace,
    conversation_id: request.conversation_id ?? newId('cnv'),
    request,
    pack_id: begun.active.pack.ref.id,
    question_key: questionKey(request.question),
    subject: null,
    intent_id: null,
    status: 'running',
    events: null,
    request_key: key ?? null,
    asked_by: actorOf(caller),
    created_at: now,
    finished_at: null,
  }
  const isNew = await insertAnswer(deps.db, {
    ...row,
    events: null,
    request: JSON.stringify(request),
    asked_by: JSON.stringify(row.asked_by),
  })
  if (!isNew) return { row: sameRequest((await findAnswerByKey(deps.db, scope, key!))!, request) }
  return { row, begun }
}

function sameRequest(known: AnswerRow, request: AskRequest): AnswerRow {
  return digestOf(known.request) === digestOf(request) ? known : fail('idempotency_mismatch')
}

async function resumed({ db, clock }: Deps, scope: Scope, id: string): Promise<AnswerRow> {
  const row = (await findAnswer(db, scope, id)) ?? notFound('answer', id)
  const since = row.finished_at ?? row.created_at
  if (clock.now().getTime() - since.getTime() > RESUMED_FOR_MINUTES * 60_000)
    fail('gone', `An answer can be gone on with for ${RESUMED_FOR_MINUTES} minutes.`)
  return row
}

/** All that is told of an answer; what goes wrong on the way is told as well, and ends it. */
function telling(deps: Deps, scope: Scope, row: AnswerRow, known: Begun | undefined, requestId: string) {
  let composed: Composed | undefined
  async function* source(): AsyncGenerator<Told> {
    try {
      const begun = known ?? (await begin(deps, scope, { ...row.request, conversation_id: row.conversation_id }))
      const { pack } = begun.active
      yield {
        event: 'meta',
        data: {
          answer_id: row.id,
          conversation_id: row.conversation_id,
          pack: { id: pack.ref.id, version: pack.ref.version },
          target: begun.target.profile_id,
          model: (row.request.mode === 'grounded' && deps.chat?.name) || 'none',
        },
      }
      composed = yield* compose(deps, scope, row.request, begun)
    } catch (error) {
      if (!isAppError(error)) deps.log.error({ err: error, answer: row.id }, 'an answer failed')
      yield { event: 'error', data: problemOf(isAppError(error) ? error : new AppError('internal'), requestId) }
    }
  }
  return { source: source(), composed: () => composed }
}

const problemOf = ({ code, status, message, extras }: AppError, requestId: string): Record<string, unknown> => ({
  type: `/docs/errors#${code}`,
  title: ERRORS[code].title,
  status,
  detail: message,
  instance: '/api/casework/answer/stream',
  code,
  request_id: requestId,
  ...extras,
})

/** What another process has kept meanwhile counts. */
async function keepAnswer(
  { db, clock, log }: Deps,
  scope: Scope,
  id: string,
  events: readonly AnswerEvent[],
  composed: Composed | undefined,
): Promise<readonly AnswerEvent[]> {
  const finished = {
    status: composed?.status ?? ('failed' as const),
    intent_id: composed?.intentId ?? null,
    subject: composed?.subject ?? null,
    events: JSON.stringify(events),
    finished_at: clock.now(),
  }
  try {
    await forgetEvents(db, scope, new Date(finished.finished_at.getTime() - DAY_MS))
    if (await finishAnswer(db, scope, id, finished)) return events
    return (await findAnswer(db, scope, id))?.events ?? events
  } catch (error) {
    // The reader gets its answer all the same; only coming back for it does not work.
    log.error({ err: error, answer: id }, 'an answer could not be kept')
    return events
  }
}

function failed(events: readonly AnswerEvent[]): never {
  const problem = events.find(({ event }) => event === 'error')?.data as { code?: AppError['code']; detail?: string }
  throw new AppError(problem?.code ?? 'internal', problem?.detail)
}
