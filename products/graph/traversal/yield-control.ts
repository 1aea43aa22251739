// Interrupts long synchronous work, which would otherwise block all other requests.
import { setImmediate } from 'node:timers/promises'

/** Yields to other work; throws if the work was aborted. */
export async function yieldControl(signal?: AbortSignal): Promise<void> {
  await setImmediate()
  signal?.throwIfAborted()
}
