// Prometheus metrics. The registry is our own, so that two servers in one process do not share their counts.
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'

/** The counters of pg.Pool. */
export interface PoolCounts {
  readonly totalCount: number
  readonly idleCount: number
  readonly waitingCount: number
}
export type JobOutcome = 'completed' | 'failed' | 'dead'
export type ModelOutcome = 'answered' | 'failed'
export type DeliveryOutcome = 'delivered' | 'failed' | 'dead'

export interface Metrics {
  /** `route` is the pattern, never the URL itself: every label value is retained forever. */
  request(method: string, route: string, status: number, seconds: number): void
  job(name: string, outcome: JobOutcome, seconds: number): void
  webhookDelivery(outcome: DeliveryOutcome): void
  mail(outcome: DeliveryOutcome): void
  rateLimited(product: string): void
  /** A call to the model that proposes claims. */
  modelCall(outcome: ModelOutcome): void
  /** What happened to a proposed claim: accepted, or why not. */
  modelProposal(outcome: string): void
  /** Reads the pool's numbers at every scrape. */
  watchPool(pool: PoolCounts): void
  /** The text in the format of Prometheus. */
  text(): Promise<string>
  readonly contentType: string
}

const REQUEST_BUCKETS = [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]
const JOB_BUCKETS = [0.01, 0.05, 0.1, 0.5, 1, 5, 15, 60, 300]

export function openMetrics(): Metrics {
  const register = new Registry()
  collectDefaultMetrics({ register })
  const counter = (name: string, help: string, labelNames: string[]) =>
    new Counter({ name, help, labelNames, registers: [register] })
  const jobs = new Histogram({
    name: 'jobs_duration_seconds',
    help: 'Runs of jobs and their duration, by job and outcome.',
    labelNames: ['job', 'outcome'],
    buckets: JOB_BUCKETS,
    registers: [register],
  })
  const webhooks = counter('webhook_deliveries_total', 'Attempts to deliver a webhook, by outcome.', ['outcome'])
  const mail = counter('mail_messages_total', 'Attempts to send an email, by outcome.', ['outcome'])
  const limited = counter('rate_limited_calls_total', 'Calls rejected with 429, by product.', ['product'])
  const calls = counter('extract_model_calls_total', 'Calls to the model that proposes claims, by outcome.', [
    'outcome',
  ])
  const proposals = counter('extract_model_proposals_total', 'Claims proposed by a model, by outcome.', ['outcome'])
  return {
    request: observeRequests(register),
    job: (job, outcome, seconds) => jobs.observe({ job, outcome }, seconds),
    webhookDelivery: (outcome) => webhooks.inc({ outcome }),
    mail: (outcome) => mail.inc({ outcome }),
    rateLimited: (product) => limited.inc({ product }),
    modelCall: (outcome) => calls.inc({ outcome }),
    modelProposal: (outcome) => proposals.inc({ outcome }),
    watchPool: (pool) => watchPool(register, pool),
    text: () => register.metrics(),
    contentType: register.contentType,
  }
}

/** Every request passes here, so the series of a route is looked up once and cached. */
function observeRequests(register: Registry): Metrics['request'] {
  const histogram = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Requests and their duration, by route, method and status class.',
    labelNames: ['method', 'route', 'status'],
    buckets: REQUEST_BUCKETS,
    registers: [register],
  })
  const known = new Map<string, Series[]>()
  const seriesOf = (method: string, route: string): Series[] => {
    const series = [1, 2, 3, 4, 5].map((hundreds) => histogram.labels(method, route, `${hundreds}xx`))
    known.set(`${method} ${route}`, series)
    return series
  }
  return (method, route, status, seconds) => {
    const series = known.get(`${method} ${route}`) ?? seriesOf(method, route)
    series[Math.floor(status / 100) - 1]?.observe(seconds)
  }
}

interface Series {
  observe(seconds: number): void
}

function watchPool(register: Registry, pool: PoolCounts): void {
  new Gauge({
    name: 'db_pool_connections',
    help: 'Connections of this process to the database, by state.',
    labelNames: ['state'],
    registers: [register],
    collect() {
      this.set({ state: 'idle' }, pool.idleCount)
      this.set({ state: 'busy' }, pool.totalCount - pool.idleCount)
    },
  })
  new Gauge({
    name: 'db_pool_waiting',
    help: 'Queries that wait for a connection.',
    registers: [register],
    collect() {
      this.set(pool.waitingCount)
    },
  })
}
