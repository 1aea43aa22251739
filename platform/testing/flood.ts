// Others who ask for all that they can get, for tests.
import assert from 'node:assert/strict'
import { setTimeout } from 'node:timers/promises'

export interface Flood {
  end(): Promise<void>
}

/** Asks again and again until it is ended, so many times at once; some may be refused. */
export function flood(lanes: number, ask: (signal: AbortSignal, lane: number) => Promise<unknown>): Flood {
  const over = new AbortController()
  const refusals: unknown[] = []
  let taken = 0
  const inLane = async (lane: number): Promise<void> => {
    while (!over.signal.aborted)
      try {
        await ask(over.signal, lane)
        taken += 1
      } catch (error) {
        if (over.signal.aborted) taken += 1
        else refusals.push(error)
        // Who is refused at once should not ask for nothing but refusals.
        await setTimeout(20)
      }
  }
  const lines = Array.from({ length: lanes }, (_, lane) => inLane(lane))
  return {
    async end() {
      over.abort()
      await Promise.all(lines)
      assert.ok(taken > 0, `Nothing that the others asked for was taken: ${refusals.at(-1)}`)
    },
  }
}

interface Asked {
  url: string
  body: string
  headers?: Record<string, string>
}

/** The same again and again, written once: what it costs to ask should not weigh much beside what it costs to answer. */
export const asking =
  ({ url, body, headers }: Asked) =>
  async (signal?: AbortSignal): Promise<void> => {
    const answer = await fetch(url, { method: 'POST', body, headers: headers ?? {}, ...(signal && { signal }) })
    const said = await answer.text()
    if (!answer.ok) throw new Error(`It was refused with ${answer.status}: ${said.slice(0, 200)}`)
  }
