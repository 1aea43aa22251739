// What provenance needs from its host. apps/server provides it; tests provide the same with fakes.
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

/** Provided by the host. */
export interface ProvenanceParts {
  config: Pick<
    Config,
    'auth' | 'crawl' | 'emailWebhook' | 'extractModel' | 'payments' | 'production' | 'scan' | 'signup'
  >
  db: Db<Tables>
  /** The public address; feeds contain it. */
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
  /** Handlers for things that members own, used when a member leaves; provenance adds its own. */
  holders: Holder[]
  /** Absent if no metrics are collected. */
  metrics?: Pick<Metrics, 'modelCall' | 'modelProposal'>
  webhooks: Pick<Webhooks, 'list' | 'listDeliveries' | 'put' | 'sendTest'>
  /** While this returns true, no crawl is scheduled: the demo reads its sites with a shifted clock. */
  isSchedulePaused?: () => boolean
  /** Absent if no graph is configured. */
  graph?: GraphTarget | undefined
}

/** Dependencies of the slices: those of the host, plus those that the product opens itself. */
export interface Provenance extends ProvenanceParts {
  /** For requests to addresses from outside. */
  fetch: SafeFetch
  crawl: CrawlSettings
  extractors: Extractors
  /** Absent if pages are not rendered. */
  browser?: Renderer | undefined
  /** Proposes claims in addition to the rules; absent if none is configured. */
  model?: Model | undefined
}
