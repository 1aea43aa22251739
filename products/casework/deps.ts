// What casework asks for. apps/server hands it over; tests hand over the same with edges they control.
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

/** What is handed over. */
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
  /** What products keep for members; casework adds what it keeps. */
  holders: Holder[]
  /** Where the installation's own corpus is kept: `shared`, and another name in tests that bring their own lists. */
  corpusSpace?: string
  /** The graph that a tenant's knowledge is told to, and as whom; without it nothing is told. */
  graphFor?: ((tenant: string) => Promise<GraphTarget | undefined>) | undefined
}

/** What the slices get: the same, and what the product opens for itself. */
export interface Casework extends CaseworkParts {
  corpusSpace: string
  packs: Packs
  documentReaders: Readers
}
