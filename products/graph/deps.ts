// The dependencies of graph. apps/server provides them; tests provide the same with controlled external parts.
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

/** The dependencies that the server provides. */
export interface GraphParts {
  config: Pick<Config, 'dataDir' | 'graph'>
  /** The public address, used for links to catalog files. */
  publicUrl: string
  db: Db<Tables>
  events: Events
  identity: Pick<Identity, 'workspaces'>
  jobs: Jobs
  blobs: Blobs
  clock: Clock
  log: Log
}

/** The dependencies of the slices: those of the server, and the parts that the product opens itself. */
export interface Graph extends GraphParts {
  engine: Engine
  leases: Leases
  /** Use these to write to a workspace in your own transactions. The transactions of `trials` already use them. */
  gates: Gates
  ingesting: Activity
  validators: Validators
  /**
   * Validates changes. Separate from `validators`, because on the embedded database others wait for the transaction of
   * a change, which must not wait for their validations.
   */
  enforcers: Validators
  /** Reads ontologies. */
  readers: Readers
  /** Constraints on changes. */
  checks?: Checks
  /** Transactions with checked changes. */
  trials: Trials
  search: Search
  /** The indexes of traversal. */
  indexes: Indexes
  /** Undefined if no model is configured. */
  chat: Chat | undefined
}
