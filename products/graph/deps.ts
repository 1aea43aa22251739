// What graph asks for. apps/server hands it over; tests hand over the same with edges they control.
import type { Blobs } from '@veritrace/platform/blobs/blobs'
import type { Clock } from '@veritrace/platform/clock'
import type { Config } from '@veritrace/platform/config/config'
import type { Db } from '@veritrace/platform/db/db'
import type { Events } from '@veritrace/platform/events/event'
import type { Identity } from '@veritrace/platform/identity/open'
import type { Jobs } from '@veritrace/platform/jobs/job'
import type { Log } from '@veritrace/platform/log'
import type { Engine } from './engine/engine.ts'
import type { Activity } from './ingestions/activity.ts'
import type { Readers } from './ontologies/threads/readers.ts'
import type { Search } from './search/open.ts'
import type { Checks } from './shapes/enforce-shapes.ts'
import type { Validators } from './shapes/threads/pool.ts'
import type { Trials } from './shapes/trials.ts'
import type { Gates } from './statements/gates.ts'
import type { Leases } from './statements/leases.ts'
import type { Tables } from './tables.ts'
import type { Indexes } from './traversal/indexes.ts'
import type { Chat } from './tutor/chat.ts'

/** What is handed over. */
export interface GraphParts {
  config: Pick<Config, 'dataDir' | 'graph'>
  /** The address that clients use: a catalog names its files with it. */
  publicUrl: string
  db: Db<Tables>
  events: Events
  identity: Pick<Identity, 'workspaces'>
  jobs: Jobs
  blobs: Blobs
  clock: Clock
  log: Log
}

/** What the slices get: the same, and the engine that the product opens for itself. */
export interface Graph extends GraphParts {
  engine: Engine
  leases: Leases
  /** For who writes to a workspace in transactions of its own; those of trials pass them. */
  gates: Gates
  ingesting: Activity
  validators: Validators
  /**
   * For validations of changes. On the embedded database the others wait for the transaction of a change, which must
   * not wait for them.
   */
  enforcers: Validators
  /** Of ontologies. */
  readers: Readers
  /** What a change must not break. */
  checks?: Checks
  /** Transactions whose changes are checked. */
  trials: Trials
  search: Search
  /** Of traversal. */
  indexes: Indexes
  /** Absent where no model is configured. */
  chat: Chat | undefined
}
