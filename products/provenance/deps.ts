// What provenance asks for. apps/server hands it over; tests hand over the same with edges they control.
import type { Blobs } from '@veritrace/platform/blobs/blobs'
import type { Clock } from '@veritrace/platform/clock'
import type { Config } from '@veritrace/platform/config/config'
import type { Db } from '@veritrace/platform/db/db'
import type { Events } from '@veritrace/platform/events/event'
import type { Holder } from '@veritrace/platform/identity/leaving/holding'
import type { Identity } from '@veritrace/platform/identity/open'
import type { Jobs } from '@veritrace/platform/jobs/job'
import type { Log } from '@veritrace/platform/log'
import type { Meter } from '@veritrace/platform/metering/meter'
import type { Limiter } from '@veritrace/platform/metering/rate-limit'
import type { Metrics } from '@veritrace/platform/operation/metrics'
import type { ResolveTxt } from '@veritrace/platform/outside/dns'
import type { GraphTarget } from '@veritrace/platform/outside/graph/send'
import type { Mailer } from '@veritrace/platform/outside/mailer'
import type { SafeFetch } from '@veritrace/platform/outside/safe-fetch'
import type { Webhooks } from '@veritrace/platform/webhooks/webhooks'
import type { Renderer } from './crawl/browser/renderer.ts'
import type { CrawlSettings } from './crawl/settings.ts'
import type { Extractors } from './crawl/threads/pool.ts'
import type { Model } from './proposals/model.ts'
import type { Tables } from './tables.ts'

/** What is handed over. */
export interface ProvenanceParts {
  config: Pick<
    Config,
    'auth' | 'crawl' | 'emailWebhook' | 'extractModel' | 'payments' | 'production' | 'scan' | 'signup'
  >
  db: Db<Tables>
  /** The address that readers use: feeds name themselves with it. */
  publicUrl: string
  jobs: Jobs
  events: Events
  clock: Clock
  resolveTxt: ResolveTxt
  safeFetch: SafeFetch
  blobs: Blobs
  mailer: Pick<Mailer, 'send' | 'suppress'>
  log: Log
  meter: Meter
  limiter: Limiter
  identity: Pick<Identity, 'keys' | 'provider' | 'sessions'>
  /** What products keep for members; provenance adds what it keeps. */
  holders: Holder[]
  /** Absent where nobody reads them. */
  metrics?: Pick<Metrics, 'modelCall' | 'modelProposal'>
  webhooks: Pick<Webhooks, 'list' | 'listDeliveries' | 'put' | 'sendTest'>
  /** While this is so, no crawl is scheduled: the demo reads its sites in a time of their own. */
  isSchedulePaused?: () => boolean
  /** Absent where there is no graph to tell what was read. */
  graph?: GraphTarget | undefined
}

/** What the slices get: the same, and what the product opens for itself. */
export interface Provenance extends ProvenanceParts {
  /** Requests to addresses that others name. */
  fetch: SafeFetch
  crawl: CrawlSettings
  extractors: Extractors
  /** Absent if pages are read as they are sent. */
  browser?: Renderer | undefined
  /** Proposes claims beside the rules; absent if none is configured. */
  model?: Model | undefined
}
