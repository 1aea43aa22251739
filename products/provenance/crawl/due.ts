// When a source is read again: pure, spread out, and the later the longer it has failed.
import { createHash } from 'node:crypto'
import { intervalOf } from '../vendors/derive/freshness.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR
/** Where discovery begins anew. */
export const DISCOVERY_MS = 30 * DAY

interface Dated {
  id: string
  kind: string
}

export const dueAfterSuccess = (source: Dated, now: Date): Date => spread(source, intervalOf(source.kind), now)

/**
 * What may pass soon is tried again after 1, 4 and 16 hours; what is refused or missing twice a day apart. After that
 * at the interval of its kind, and from the sixth failure on at four of them.
 */
export function dueAfterFailure(source: Dated, failures: number, retryable: boolean, now: Date): Date {
  const interval = intervalOf(source.kind)
  if (failures > 5) return spread(source, 4 * interval, now)
  const soon = retryable ? HOUR * 4 ** (failures - 1) : failures < 3 ? DAY : interval
  return spread(source, Math.min(soon, interval), now)
}

/** Up to a twentieth earlier or later, so that what was found together is not asked for together for ever. */
function spread({ id }: Dated, ms: number, now: Date): Date {
  const digest = createHash('sha256').update(`${id} ${now.toISOString()}`).digest()
  const share = digest.readUInt16BE(0) / 0xffff - 0.5
  return new Date(now.getTime() + Math.round(ms * (1 + share / 10)))
}
