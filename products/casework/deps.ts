// The dependencies of casework. apps/server provides them; tests provide the same with fakes at the edges.
import type { Blobs } from '@veritrace/platform/blobs/blobs'
import type { Clock } from '@veritrace/platform/clock'
import type { Config } from '@veritrace/platform/config/config'
import type { Db } from '@veritrace/platform/db/db'
import type { Events } from '@veritrace/platform/events/event'
import type { Holder } from '@veritrace/platform/identity/leaving/holding'
import type { Identity } from '@veritrace/platform/identity/open'
import type { Jobs } from '@veritrace/platform/jobs/job'
import type { Log } from '@veritrace/platform/log'
import type { GraphTarget } from '@veritrace/platform/outside/graph/send'
import type { Mailer } from '@veritrace/platform/outside/mailer'
import type { SafeFetch } from '@veritrace/platform/outside/safe-fetch'
import type { Readers } from './documents/threads/readers.ts'
import type { Packs } from './packs/packs.ts'
import type { Tables } from './tables.ts'

/** The dependencies that the caller provides. */
export interface CaseworkParts {
  config: Pick<Config, 'casework' | 'production'>
  publicUrl: string
  db: Db<Tables>
  jobs: Jobs
  events: Events
  blobs: Blobs
  clock: Clock
  log: Log
  mailer: Pick<Mailer, 'send'>
  safeFetch: SafeFetch
  identity: Identity
  /** Registers what members own in each product; casework adds its own. */
  holders: Holder[]
  /** The space of the installation's corpus: `shared`, or another name in tests that bring their own lists. */
  corpusSpace?: string
  /** The graph that a tenant's data is synced to, with credentials. Without it, nothing is synced. */
  graphFor?: ((tenant: string) => Promise<GraphTarget | undefined>) | undefined
}

/** The dependencies of the slices: those provided, and those that casework opens itself. */
export interface Casework extends CaseworkParts {
  corpusSpace: string
  packs: Packs
  documentReaders: Readers
}
