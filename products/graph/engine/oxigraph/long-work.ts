// Long-running work blocks its worker for others. Any work starts when a worker is free, and most ends quickly. Work
// that runs long takes one of the tenant's places, and a tenant with a place must wait for its next one. With three or
// more workers, two tenants therefore never occupy all of them.
import { openFairQueue } from '@veritrace/platform/threads/fair-queue'
import type { Leave } from '@veritrace/platform/threads/shares'
import { EngineError } from '../engine.ts'
import { NO_ONE_WAITS } from './engine-worker.ts'

export interface LongWork {
  /** Whether the tenant must call `enter` before its next work starts. */
  isHeldBy(tenant: string): boolean
  enter(tenant: string, signal: AbortSignal): Promise<Leave>
  /** For work that is already running and takes long. */
  occupy(tenant: string): Leave
}

export function openLongWork(workers: number): LongWork {
  const queue = openFairQueue({ places: workers, mostWaiting: 0 })
  return {
    isHeldBy: (wanted) => queue.running().some(({ tenant }) => tenant === wanted),
    // Each workspace has at most one request here, and its caller limits the wait.
    enter: (tenant, signal) =>
      queue.enter({ tenant }, { mayWait: true, signal, failed: () => new EngineError('unavailable', NO_ONE_WAITS) }),
    occupy: (tenant) => queue.occupy({ tenant }),
  }
}
