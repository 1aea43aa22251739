// Answers that are being found in this process. They go on when their reader leaves, so that it can come back; what was
// found is written once, by whoever is first.
import type { AnswerEvent, Told } from './events.ts'

export interface Live {
  events: readonly AnswerEvent[]
  /** Settles when nothing more comes; never rejects. */
  finished: Promise<void>
  follow(after: number): AsyncGenerator<AnswerEvent>
}

/** Events as they come, for as many readers as there are. */
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
    /** Told by `finished`, which ends it. */
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

export interface Keeping {
  /** What is told before the end; false if it cannot be kept now, and has to wait. */
  some(events: readonly AnswerEvent[]): Promise<boolean>
  /** All of it. May put other events in their place before the end is told. */
  all(events: readonly AnswerEvent[]): Promise<readonly AnswerEvent[]>
}

/** What comes within this time is kept at once. */
const TOGETHER_MS = 150

/** Numbers what `source` tells. */
export function openLive(source: AsyncIterable<Told>, keep: Keeping): Live {
  const feed = openFeed()
  const run = async (): Promise<void> => {
    let shown: AnswerEvent[] = []
    // What is part of the answer itself is shown once it is kept: a reader never sees two versions of it.
    let held: AnswerEvent[] = []
    let since = 0
    for await (const told of source) {
      const event = { ...told, id: String(shown.length + held.length + 1) } as AnswerEvent
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

const isAnswer = ({ event }: Told): boolean => event !== 'meta' && event !== 'intent' && event !== 'step'
