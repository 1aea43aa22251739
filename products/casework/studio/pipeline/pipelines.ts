// The pipelines that this process runs, and the requests that wait for them.

import { setTimeout as sleep } from 'node:timers/promises'
import type { ServerEvent } from '@veritrace/platform/http/sse'
import type { Scope } from '../../model/space.ts'
import type { Studio } from '../deps.ts'
import { findGeneration } from '../generations/store.ts'
import type { GenerationRow } from '../tables.ts'
import { runPipeline } from './run-pipeline.ts'

export interface Pipelines {
  /** Starts to run a pipeline, and does not wait. */
  begin(scope: Scope, id: string): void
  run(scope: Scope, id: string): Promise<boolean>
  /** Undefined if the pipeline has been deleted. */
  waitFor(scope: Scope, id: string, ms: number, signal: AbortSignal): Promise<GenerationRow | undefined>
  follow(scope: Scope, id: string, after: number): AsyncGenerator<ServerEvent>
  /** Waits for the pipelines that are running. */
  close(): Promise<void>
}

/** Requests also poll, because nothing wakes them if another process runs the pipeline. */
const POLL_MS = 500

export function openPipelines(deps: Studio): Pipelines {
  const working = new Set<Promise<unknown>>()
  const waiters = new Map<string, Set<() => void>>()
  const wakeAll = (id: string): void => {
    for (const wake of waiters.get(id) ?? []) wake()
  }
  const run = (scope: Scope, id: string): Promise<boolean> => {
    const work = runPipeline(deps, scope, id, () => wakeAll(id))
    const watched = work.catch(() => false).finally(() => working.delete(watched))
    working.add(watched)
    return work
  }
  /** Waits until the pipeline has written something, or for the next poll. */
  async function nextUpdate(id: string, signal?: AbortSignal): Promise<void> {
    const update = Promise.withResolvers<void>()
    const waiting = waiters.get(id) ?? new Set()
    waiters.set(id, waiting.add(update.resolve))
    const stop = new AbortController()
    const until = signal ? AbortSignal.any([signal, stop.signal]) : stop.signal
    await Promise.race([update.promise, sleep(POLL_MS, undefined, { signal: until }).catch(() => undefined)])
    stop.abort()
    waiting.delete(update.resolve)
    if (waiting.size === 0) waiters.delete(id)
  }
  return {
    run,
    begin: (scope, id) => {
      run(scope, id).catch((error) => deps.log.error({ err: error, generation: id }, 'pipeline interrupted'))
    },
    waitFor: async (scope, id, ms, signal) => {
      const deadline = AbortSignal.any([AbortSignal.timeout(ms), signal])
      for (;;) {
        const row = await findGeneration(deps.db, scope, id)
        if (row?.state !== 'running' || deadline.aborted) return row
        await nextUpdate(id, deadline)
      }
    },
    async *follow(scope, id, after) {
      for (let seen = after; ; ) {
        const row = await findGeneration(deps.db, scope, id)
        if (!row) return
        for (const { event, data } of row.events.slice(seen)) yield { id: `${id}:${++seen}`, event, data }
        if (row.state !== 'running') return
        await nextUpdate(id)
      }
    },
    close: async () => {
      await Promise.all(working)
    },
  }
}
