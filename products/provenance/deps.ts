// What provenance asks for. apps/server hands it over; tests hand over the same with edges they control.
import type { Clock } from '@veritrace/platform/clock'
import type { Db } from '@veritrace/platform/db/db'
import type { Events } from '@veritrace/platform/events/event'
import type { Jobs } from '@veritrace/platform/jobs/job'
import type { ResolveTxt } from '@veritrace/platform/outside/dns'
import type { Tables } from './tables.ts'

export interface Provenance {
  db: Db<Tables>
  /** The address that readers use: feeds name themselves with it. */
  publicUrl: string
  jobs: Jobs
  events: Events
  clock: Clock
  resolveTxt: ResolveTxt
}
