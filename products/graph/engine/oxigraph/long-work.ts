// Long work takes a worker away from all others. Work begins wherever a worker is free, and most ends soon; what lasts holds a
// place, and a tenant that holds one waits for its next, so that of three workers or more no two tenants ever have all.
import { openFairQueue } from '@veritrace/platform/threads/fair-queue'
import type { Leave } from '@veritrace/platform/threads/shares'
import { EngineError } from '../engine.ts'
import { NOBODY_WAITS } from './slot.ts'

export interface LongWork {
  /** Whether the tenant has to ask before its next work begins. */
  isHeldBy(tenant: string): boolean
  enter(tenant: string, signal: AbortSignal): Promise<Leave>
  /** For work that has begun and lasts. */
  occupy(tenant: string): Leave
}

export function openLongWork(workers: number): LongWork {
  const queue = openFairQueue({ places: workers, mostWaiting: 0 })
  return {
    isHeldBy: (wanted) => queue.running().some(({ tenant }) => tenant === wanted),
    // Each workspace asks for one at a time, and for how long is said by its caller.
    enter: (tenant, signal) =>
      queue.enter({ tenant }, { mayWait: true, signal, failed: () => new EngineError('unavailable', NOBODY_WAITS) }),
    occupy: (tenant) => queue.occupy({ tenant }),
  }
}
