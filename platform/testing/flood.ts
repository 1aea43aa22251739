// Simulates callers that request as much as they can, for tests.
import assert from 'node:assert/strict'
import { setTimeout } from 'node:timers/promises'

export interface Flood {
  end(): Promise<void>
}

/** Repeats requests on several parallel workers until it is ended; some may be rejected. */
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
        // Avoids a busy loop of rejections.
        await setTimeout(20)
      }
  }
  const lines = Array.from({ length: lanes }, (_, lane) => inLane(lane))
  return {
    async end() {
      over.abort()
      await Promise.all(lines)
      assert.ok(taken > 0, `No request of the flood was accepted: ${refusals.at(-1)}`)
    },
  }
}

interface Asked {
  url: string
  body: string
  headers?: Record<string, string>
}

/** Repeats one prepared request, so that sending it costs little compared with answering it. */
export const asking =
  ({ url, body, headers }: Asked) =>
  async (signal?: AbortSignal): Promise<void> => {
    const answer = await fetch(url, { method: 'POST', body, headers: headers ?? {}, ...(signal && { signal }) })
    const said = await answer.text()
    if (!answer.ok) throw new Error(`The request was rejected with ${answer.status}: ${said.slice(0, 200)}`)
  }
