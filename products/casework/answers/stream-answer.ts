// Produces the events of an answer from first to last, and stores them.
import { ERRORS } from '@veritrace/contract/errors'
import { AppError, isAppError } from '@veritrace/platform/errors'
import type { Chat } from '@veritrace/platform/outside/chat'
import type { Scope } from '../model/space.ts'
import { type Begun, begin } from './begin.ts'
import { type Composed, compose } from './compose.ts'
import type { AnswerEvent, UnnumberedEvent } from './events.ts'
import type { Answering } from './facts/asking.ts'
import { deleteOldEvents, findAnswer, finishAnswer, storeEvents } from './store.ts'
import type { AnswerRow } from './tables.ts'

type Deps = Answering & { chat: Chat | undefined }

/** How long a repeated request returns the same answer. */
const DAY_MS = 24 * 3_600_000

/** All events of an answer. A failure becomes the last event. */
export function answerEvents(deps: Deps, scope: Scope, row: AnswerRow, known: Begun | undefined, requestId: string) {
  let composed: Composed | undefined
  async function* source(): AsyncGenerator<UnnumberedEvent> {
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
      if (!isAppError(error)) deps.log.error({ err: error, answer: row.id }, 'answer failed')
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

/** Stores the part of the answer that is already shown. */
export async function storePartial(
  { db, log }: Deps,
  scope: Scope,
  id: string,
  events: readonly AnswerEvent[],
): Promise<boolean> {
  try {
    return await storeEvents(db, scope, id, JSON.stringify(events))
  } catch (error) {
    log.warn({ err: error, answer: id }, 'partial answer could not be stored')
    return false
  }
}

/** If another process has finished the answer first, its events are returned. */
export async function storeAnswer(
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
    await deleteOldEvents(db, scope, new Date(finished.finished_at.getTime() - DAY_MS))
    if (await finishAnswer(db, scope, id, finished)) return events
    return (await findAnswer(db, scope, id))?.events ?? events
  } catch (error) {
    // The reader still gets the answer, but cannot resume it.
    log.error({ err: error, answer: id }, 'answer could not be stored')
    return events
  }
}
