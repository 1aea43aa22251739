// Answers in progress in this process. They continue when the client disconnects, so that it can resume, and are stored
// by the process that finishes first.
import type { AnswerEvent, UnnumberedEvent } from './events.ts'

export interface Live {
  events: readonly AnswerEvent[]
  /** Settles after the last event; never rejects. */
  finished: Promise<void>
  follow(after: number): AsyncGenerator<AnswerEvent>
}

/** Distributes events to any number of readers as they arrive. */
export function openFeed(first: readonly AnswerEvent[] = []) {
  let events = first
  let isOver = false
  let waiting = Promise.withResolvers<void>()
  const show = (next: readonly AnswerEvent[]): void => {
    events = next
    waiting.resolve()
    waiting = Promise.withResolvers()
  }
  return {
    show,
    /** `finished` ends the feed. */
    until: (finished: Promise<void>): Live => ({
      get events() {
        return events
      },
      finished: finished.then(() => {
        isOver = true
        show(events)
      }),
      async *follow(after) {
        let next = after
        for (;;) {
          for (; next < events.length; next++) yield events[next]!
          if (isOver) return
          await waiting.promise
        }
      },
    }),
  }
}

export interface AnswerStore {
  /** Stores a partial answer; false if it cannot be stored now, so the events must wait. */
  some(events: readonly AnswerEvent[]): Promise<boolean>
  /** Stores the complete answer. Returns the stored events, which another process may have written. */
  all(events: readonly AnswerEvent[]): Promise<readonly AnswerEvent[]>
}

/** Sentences within this time are stored together. */
const TOGETHER_MS = 150

/** Numbers the events of `source`. */
export function openLive(source: AsyncIterable<UnnumberedEvent>, keep: AnswerStore): Live {
  const feed = openFeed()
  const run = async (): Promise<void> => {
    let shown: AnswerEvent[] = []
    // Events with content are shown only after they are stored, so that a reader never sees two versions.
    let held: AnswerEvent[] = []
    let since = 0
    for await (const next of source) {
      const event = { ...next, id: String(shown.length + held.length + 1) } as AnswerEvent
      if (held.length > 0 || isAnswer(event)) {
        since ||= performance.now()
        held.push(event)
        const isDue = event.event === 'token' && performance.now() - since > TOGETHER_MS
        if (!isDue || !(await keep.some([...shown, ...held]))) continue
      } else held = [event]
      shown = [...shown, ...held]
      held = []
      since = 0
      feed.show(shown)
    }
    feed.show(await keep.all([...shown, ...held]))
  }
  return feed.until(run())
}

const isAnswer = ({ event }: UnnumberedEvent): boolean => event !== 'meta' && event !== 'intent' && event !== 'step'
