// The checks before a handler runs: authentication, authorization and rate limits.
import type { Db } from '../db/db.ts'
import type { Identify } from '../identity/incoming.ts'
import type { Meter } from '../metering/meter.ts'
import type { Limiter } from '../metering/rate-limit.ts'

export interface Gate {
  db: Db
  identify: Identify
  limiter: Limiter
  meter: Meter
}
