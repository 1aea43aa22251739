// When a source is read again. Due times are spread, and grow with the number of failures. Pure.
import { createHash } from 'node:crypto'
import { intervalOf } from '../vendors/derive/freshness.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR
/** How often discovery runs again. */
export const DISCOVERY_MS = 30 * DAY

interface Dated {
  id: string
  kind: string
}

export const dueAfterSuccess = (source: Dated, now: Date): Date => spread(source, intervalOf(source.kind), now)

/**
 * Transient failures are retried after 1, 4 and 16 hours, others twice after a day. Then the interval of the kind
 * applies, and four times that from the sixth failure on.
 */
export function dueAfterFailure(source: Dated, failures: number, retryable: boolean, now: Date): Date {
  const interval = intervalOf(source.kind)
  if (failures > 5) return spread(source, 4 * interval, now)
  const soon = retryable ? HOUR * 4 ** (failures - 1) : failures < 3 ? DAY : interval
  return spread(source, Math.min(soon, interval), now)
}

/** Moves the time by up to 5%, so that sources found together are not always read together. */
function spread({ id }: Dated, ms: number, now: Date): Date {
  const digest = createHash('sha256').update(`${id} ${now.toISOString()}`).digest()
  const share = digest.readUInt16BE(0) / 0xffff - 0.5
  return new Date(now.getTime() + Math.round(ms * (1 + share / 10)))
}
