// Long work in one go would keep every other request waiting.
import { setImmediate } from 'node:timers/promises'

/** Lets others have their turn; throws when nobody waits for the work any more. */
export async function breathe(signal?: AbortSignal): Promise<void> {
  await setImmediate()
  signal?.throwIfAborted()
}
