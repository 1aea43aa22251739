// Answers that are being found in this process. They go on when their reader leaves, so that it can come back; what was
// found is written once, by whoever is first.
import type { AnswerEvent, Told } from './events.ts'

export interface Live {
  events: readonly AnswerEvent[]
  /** Settles when nothing more comes; never rejects. */
  finished: Promise<void>
  follow(after: number): AsyncGenerator<AnswerEvent>
}

/** Numbers what `source` tells. `keep` is handed all of it and may put other events in their place before the end is told. */
export function openLive(
  before: readonly AnswerEvent[],
  source: AsyncIterable<Told>,
  keep: (events: readonly AnswerEvent[]) => Promise<readonly AnswerEvent[]>,
): Live {
  let events: AnswerEvent[] = [...before]
  let isOver = false
  let waiting = Promise.withResolvers<void>()
  const wake = (): void => {
    waiting.resolve()
    waiting = Promise.withResolvers()
  }
  const run = async (): Promise<void> => {
    const held: AnswerEvent[] = []
    for await (const told of source) {
      const event = { ...told, id: String(events.length + held.length + 1) } as AnswerEvent
      // What is part of the answer itself is shown once it is kept: a reader never sees two versions of it.
      if (held.length > 0 || isAnswer(event)) held.push(event)
      else {
        events.push(event)
        wake()
      }
    }
    const kept = await keep([...events, ...held])
    events = [...kept]
  }
  const finished = run().then(() => {
    isOver = true
    wake()
  })
  return {
    get events() {
      return events
    },
    finished,
    async *follow(after) {
      let next = after
      for (;;) {
        for (; next < events.length; next++) yield events[next]!
        if (isOver) return
        await waiting.promise
      }
    },
  }
}

const isAnswer = ({ event }: Told): boolean => event !== 'meta' && event !== 'intent' && event !== 'step'
