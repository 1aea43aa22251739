// Follows an answer of another process through its stored events. If that process is gone, the answer ends with what is
// stored, because a model would word the rest differently.
import { setTimeout as sleep } from 'node:timers/promises'
import type { Casework } from '../deps.ts'
import type { Scope } from '../model/space.ts'
import type { AnswerEvent, UnnumberedEvent } from './events.ts'
import { type Live, openFeed } from './live.ts'
import { findAnswer, finishAnswer } from './store.ts'
import type { AnswerRow } from './tables.ts'

type Deps = Pick<Casework, 'db' | 'clock' | 'log'>

/** Longer than any lookup plus the time limit of the model. */
const MAX_RUNNING_MS = 75_000
const POLL_MS = 400

/** Whether another process may still be producing the answer. */
export const isRecent = ({ created_at }: AnswerRow, { clock }: Pick<Casework, 'clock'>): boolean =>
  clock.now().getTime() - created_at.getTime() < MAX_RUNNING_MS

export function watch(deps: Deps, scope: Scope, row: AnswerRow): Live {
  const { db, clock, log } = deps
  const feed = openFeed(row.events ?? [])
  const run = async (): Promise<void> => {
    let events = row.events ?? []
    for (; ; await sleep(POLL_MS)) {
      const now = await findAnswer(db, scope, row.id)
      events = now?.events ?? events
      feed.show(events)
      if (now?.status !== 'running') return
      if (!isRecent(row, deps)) break
    }
    const whole = [...events, ...endOf(events)]
    const end = { intent_id: null, subject: null, events: JSON.stringify(whole), finished_at: clock.now() }
    const isOurs = await finishAnswer(db, scope, row.id, { status: isBegun(events) ? 'truncated' : 'failed', ...end })
    feed.show(isOurs ? whole : ((await findAnswer(db, scope, row.id))?.events ?? whole))
  }
  return feed.until(run().catch((error) => log.error({ err: error, answer: row.id }, 'following an answer failed')))
}

const isBegun = (events: readonly AnswerEvent[]): boolean => events.some(({ event }) => event === 'meta')

/** The closing events of an interrupted answer. */
function endOf(events: readonly AnswerEvent[]): AnswerEvent[] {
  const count = (name: UnnumberedEvent['event']): number => events.filter(({ event }) => event === name).length
  const message = 'The server stopped while it was answering. Ask again for the rest.'
  const closing: UnnumberedEvent[] = isBegun(events)
    ? [
        { event: 'warning', data: { code: 'interrupted', message } },
        {
          event: 'done',
          data: {
            ...{ status: 'truncated', citations: count('citation'), sentences: count('token') },
            ...{ grounded_share: 1, elapsed_ms: 0, usage: { tokens_in: 0, tokens_out: 0 } },
          },
        },
      ]
    : [
        {
          event: 'error',
          data: { code: 'unavailable', detail: 'The server stopped before it could answer. Ask again.' },
        },
      ]
  return closing.map((one, place) => ({ ...one, id: String(events.length + place + 1) }) as AnswerEvent)
}
