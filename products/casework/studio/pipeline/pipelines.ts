// Pipelines that this process works on, and those who wait for them.

import { setTimeout as sleep } from 'node:timers/promises'
import type { ServerEvent } from '@veritrace/platform/http/sse'
import type { Scope } from '../../model/space.ts'
import type { Studio } from '../deps.ts'
import { findGeneration } from '../generations/store.ts'
import type { GenerationRow } from '../tables.ts'
import { runPipeline } from './run-pipeline.ts'

export interface Pipelines {
  /** Begins to work on it and does not wait. */
  begin(scope: Scope, id: string): void
  run(scope: Scope, id: string): Promise<boolean>
  /** Undefined where it was deleted meanwhile. */
  waitFor(scope: Scope, id: string, ms: number, signal: AbortSignal): Promise<GenerationRow | undefined>
  follow(scope: Scope, id: string, after: number): AsyncGenerator<ServerEvent>
  /** Waits for those at work. */
  close(): Promise<void>
}

/** Others may work on it in another process: nobody rings then. */
const LOOK_MS = 500

export function openPipelines(deps: Studio): Pipelines {
  const working = new Set<Promise<unknown>>()
  const bells = new Map<string, Set<() => void>>()
  const ring = (id: string): void => {
    for (const wake of bells.get(id) ?? []) wake()
  }
  const run = (scope: Scope, id: string): Promise<boolean> => {
    const work = runPipeline(deps, scope, id, () => ring(id))
    const watched = work.catch(() => false).finally(() => working.delete(watched))
    working.add(watched)
    return work
  }
  /** Looks, and looks again when there is news, until `look` says that it has seen the end. */
  async function next(id: string, signal?: AbortSignal): Promise<void> {
    const news = Promise.withResolvers<void>()
    const waiting = bells.get(id) ?? new Set()
    bells.set(id, waiting.add(news.resolve))
    const stop = new AbortController()
    const until = signal ? AbortSignal.any([signal, stop.signal]) : stop.signal
    await Promise.race([news.promise, sleep(LOOK_MS, undefined, { signal: until }).catch(() => undefined)])
    stop.abort()
    waiting.delete(news.resolve)
    if (waiting.size === 0) bells.delete(id)
  }
  return {
    run,
    begin: (scope, id) => {
      run(scope, id).catch((error) => deps.log.error({ err: error, generation: id }, 'a pipeline was cut'))
    },
    waitFor: async (scope, id, ms, signal) => {
      const patience = AbortSignal.any([AbortSignal.timeout(ms), signal])
      for (;;) {
        const row = await findGeneration(deps.db, scope, id)
        if (row?.state !== 'running' || patience.aborted) return row
        await next(id, patience)
      }
    },
    async *follow(scope, id, after) {
      for (let seen = after; ; ) {
        const row = await findGeneration(deps.db, scope, id)
        if (!row) return
        for (const { event, data } of row.events.slice(seen)) yield { id: `${id}:${++seen}`, event, data }
        if (row.state !== 'running') return
        await next(id)
      }
    },
    close: async () => {
      await Promise.all(working)
    },
  }
}
