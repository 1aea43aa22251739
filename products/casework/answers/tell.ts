// Tells an answer from its first event to its last, and keeps what was told.
import { ERRORS } from '@veritrace/contract/errors'
import { AppError, isAppError } from '@veritrace/platform/errors'
import type { Chat } from '@veritrace/platform/outside/chat'
import type { Scope } from '../model/space.ts'
import { type Begun, begin } from './begin.ts'
import { type Composed, compose } from './compose.ts'
import type { AnswerEvent, Told } from './events.ts'
import type { Answering } from './facts/asking.ts'
import { findAnswer, finishAnswer, forgetEvents, keepEvents } from './store.ts'
import type { AnswerRow } from './tables.ts'

type Deps = Answering & { chat: Chat | undefined }

/** As long as a repeated request is the same one. */
const DAY_MS = 24 * 3_600_000

/** All that is told of an answer; what goes wrong on the way is told as well, and ends it. */
export function telling(deps: Deps, scope: Scope, row: AnswerRow, known: Begun | undefined, requestId: string) {
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

/** What is shown before the answer is whole. */
export async function keepSome(
  { db, log }: Deps,
  scope: Scope,
  id: string,
  events: readonly AnswerEvent[],
): Promise<boolean> {
  try {
    return await keepEvents(db, scope, id, JSON.stringify(events))
  } catch (error) {
    log.warn({ err: error, answer: id }, 'part of an answer could not be kept')
    return false
  }
}

/** What another process has kept meanwhile counts. */
export async function keepAnswer(
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
