// What a tenant with little to ask notices of others who take all that they can get (docs/adr/0058).
import assert from 'node:assert/strict'
import type { TestContext } from 'node:test'
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
  body: BodyInit
  headers?: Record<string, string>
}

/** The same again and again, written once: what it costs to ask should not weigh much beside what it costs to answer. */
export const asking =
  ({ url, body, headers }: Asked) =>
  async (signal: AbortSignal): Promise<void> => {
    const answer = await fetch(url, { method: 'POST', body, headers: headers ?? {}, signal })
    await answer.arrayBuffer()
    if (!answer.ok) throw new Error(`It was refused with ${answer.status}.`)
  }

interface Pace {
  light(): Promise<void>
  /** Of two tenants, with the heaviest that they may ask for. */
  heavy(): Promise<Flood[]> | Flood[]
  /** Of each round, alone and beside the others. */
  samples?: number
}

const MOST = 2
/** So many rounds of five decide: what else the machine does at the time spoils one or two. */
const DECISIVE = 3
/** Who has only just begun has used no more than others. */
const UNTIL_HEAVY_MS = 2_000

const median = (times: number[]): number => times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)]!

/** Beside the others, half of what is asked for takes at most twice as long as half of it takes alone. */
export async function keepsItsPace(t: TestContext, { light, heavy, samples = 15 }: Pace): Promise<void> {
  const p50 = async (): Promise<number> => {
    const times: number[] = []
    for (let n = 0; n < samples; n++) {
      const began = performance.now()
      await light()
      times.push(performance.now() - began)
    }
    return median(times)
  }
  await p50()
  const ratios: number[] = []
  const held = () => ratios.filter((ratio) => ratio <= MOST).length
  while (held() < DECISIVE && ratios.length - held() < DECISIVE) {
    const alone = await p50()
    const floods = await heavy()
    await setTimeout(UNTIL_HEAVY_MS)
    const beside = await p50().finally(() => Promise.all(floods.map(({ end }) => end())))
    ratios.push(beside / alone)
    t.diagnostic(`p50 alone ${alone.toFixed(1)} ms, beside the others ${beside.toFixed(1)} ms`)
  }
  const said = ratios.map((ratio) => ratio.toFixed(1)).join(', ')
  assert.ok(held() >= DECISIVE, `beside the others it took ${said} times as long`)
}
