// Measures how much a light tenant is affected by others that use everything they can (docs/adr/0058).
import assert from 'node:assert/strict'
import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import type { TestContext } from 'node:test'
import { setTimeout } from 'node:timers/promises'
import { TURNS, type Turn } from '../threads/fair-queue.ts'
import type { Flood } from './flood.ts'

interface Pace {
  /** The light tenant. */
  tenant: string
  light(): Promise<void>
  /** Starts the heaviest allowed load of two tenants. */
  heavy(): Promise<Flood[]> | Flood[]
}

const SAMPLES = 21
const UNTIL_TAKEN_MS = 30_000

/**
 * While two tenants queue for more slots than there are, the median of a third tenant including its waits is at most
 * twice the median without them. Both come from the same requests, so other load on the machine affects both.
 */
export async function keepsItsPace(t: TestContext, { tenant, light, heavy }: Pace): Promise<void> {
  await light()
  const watch = watchTurns(tenant)
  const floods = await heavy()
  const all: number[] = []
  const worked: number[] = []
  try {
    for (const end = Date.now() + UNTIL_TAKEN_MS; watch.othersWaiting() === 0; await setTimeout(10))
      assert.ok(Date.now() < end, 'the other tenants do not saturate the slots')
    for (let n = 0; n < SAMPLES; n++) {
      const [began, waitedBefore] = [performance.now(), watch.waitedMs()]
      await light()
      const ms = performance.now() - began
      all.push(ms)
      worked.push(ms - (watch.waitedMs() - waitedBefore))
    }
    assert.ok(watch.turns() >= SAMPLES, 'the light requests take no slots')
    assert.ok(watch.othersWaiting() > 0, 'the other tenants are not limited')
  } finally {
    watch.close()
    await Promise.all(floods.map(({ end }) => end()))
  }
  const said = `p50 is ${median(all).toFixed(1)} ms, and ${median(worked).toFixed(1)} ms without the waits`
  t.diagnostic(said)
  assert.ok(median(all) <= 2 * median(worked), said)
}

const median = (times: number[]): number => times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)]!

function watchTurns(tenant: string) {
  let waited = 0
  let own = 0
  let others = 0
  const hear = (said: unknown): void => {
    const turn = said as Turn
    if (turn.tenant !== tenant) others += turn.waitedMs === undefined ? 1 : -1
    else if (turn.waitedMs !== undefined) {
      waited += turn.waitedMs
      own += 1
    }
  }
  subscribe(TURNS, hear)
  return {
    waitedMs: () => waited,
    turns: () => own,
    othersWaiting: () => others,
    close: () => unsubscribe(TURNS, hear),
  }
}
