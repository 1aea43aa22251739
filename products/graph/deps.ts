// What graph asks for. apps/server hands it over; tests hand over the same with edges they control.
import type { Blobs } from '@veritrace/platform/blobs/blobs'
import type { Clock } from '@veritrace/platform/clock'
import type { Db } from '@veritrace/platform/db/db'
import type { Events } from '@veritrace/platform/events/event'
import type { Jobs } from '@veritrace/platform/jobs/job'
import type { Log } from '@veritrace/platform/log'
import type { Engine } from './engine/engine.ts'
import type { Tables } from './tables.ts'

/** What is handed over. */
export interface GraphParts {
  db: Db<Tables>
  events: Events
  jobs: Jobs
  blobs: Blobs
  clock: Clock
  log: Log
}

/** What the slices get: the same, and the engine that the product opens for itself. */
export interface Graph extends GraphParts {
  engine: Engine
}
