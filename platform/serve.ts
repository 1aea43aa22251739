// Turns an open platform and its products into a running process: routes, workers, and an orderly shutdown.
import { contract } from '@veritrace/contract'
import { SYSTEM } from './caller.ts'
import { openConsumer } from './events/consume.ts'
import { housekeeping } from './housekeeping/jobs.ts'
import { accountPath } from './http/account-routes.ts'
import { AUTH_PATH } from './http/auth-forms.ts'
import { mountAuth } from './http/auth-routes.ts'
import { mountBlobs } from './http/blob-routes.ts'
import { mountDemo } from './http/demo-routes.ts'
import { mount } from './http/mount.ts'
import { mountOpenapi } from './http/openapi-routes.ts'
import { measureRequests, mountOperation, type Phase, traceRequests } from './http/operation-routes.ts'
import { resetLink, resetPageAt } from './http/reset-routes.ts'
import { createHttp, type Http, type Route, routesOf } from './http/server.ts'
import { actingFor, mountSessions, sessionFinder } from './http/session-routes.ts'
import { type DemoAccount, signInLink } from './http/sign-in-routes.ts'
import { mountSite, preferOneName, type ViewerOf } from './http/site-routes.ts'
import { countStreams } from './http/stream-count.ts'
import { openWebFiles } from './http/web-files.ts'
import { providerJobs } from './identity/provider/jobs.ts'
import type { IdentityProvider } from './identity/provider/provider.ts'
import { findStanding } from './identity/tenancy/store.ts'
import { ensureTenant } from './identity/tenancy/tenants.ts'
import { resetJobs } from './identity/users/reset-jobs.ts'
import { linkJobs } from './identity/users/sign-in-link-jobs.ts'
import { openJobs } from './jobs/open.ts'
import type { LeasedTable } from './leases/leased-table.ts'
import type { Platform } from './open.ts'
import { platformChecks } from './operation/checks.ts'
import type { HomeOf, SitePage } from './pages/site.ts'
import type { Product } from './product.ts'
import { webhookJobs } from './webhooks/jobs.ts'
import { WEBHOOK_LEASES } from './webhooks/queue/claim.ts'

export interface ServeOptions {
  products: readonly Product[]
  /** Public pages in addition to those of the products. */
  pages?: readonly SitePage[]
  /** The build folder of apps/web, which may not exist yet. */
  web?: string
  /** Shown on the sign-in page in demo mode. */
  demoAccount?: DemoAccount
  port: number
}

export interface Running {
  routes: readonly Route[]
  /** All background work of the installation, in this process or another. */
  work: { jobs: readonly string[]; leased: readonly LeasedTable[] }
  /** Shuts down in order: rejects new requests, finishes those in flight, then stops the workers and the database. */
  close(): Promise<void>
}

/**
 * The accept backlog. After a restart all clients reconnect at once, and connections above the backlog are retried by
 * their system seconds later, or reset. The system has its own limit, which is 4,096 on Linux.
 */
const BACKLOG = 4_096

export async function serve(platform: Platform, options: ServeOptions): Promise<Running> {
  const { config, log } = platform
  const stopping = new AbortController()
  const state: { phase: Phase } = { phase: 'starting' }
  const workers = await openWorkers(platform, options.products)
  const app = await createHttp(config, log)
  await mountAll(app, platform, options, { stopping: stopping.signal, state })
  await platform.events.start()
  for (const product of options.products) await product.start?.()
  if (config.roles.includes('worker')) await workers.start()
  // A worker serves HTTP too, but only its health checks.
  await app.listen({ host: config.http.host, port: options.port, backlog: BACKLOG })
  state.phase = 'running'

  return {
    routes: routesOf(app),
    work: { jobs: workers.jobs, leased: workers.leased },
    close: async () => {
      state.phase = 'stopping'
      stopping.abort()
      // Otherwise a connection whose last response ends now would be kept alive for another request.
      const idle = setInterval(() => app.server.closeIdleConnections(), 50)
      const late = setTimeout(() => app.server.closeAllConnections(), config.http.shutdownMs)
      await app.close()
      clearInterval(idle)
      clearTimeout(late)
      await workers.stop()
      for (const product of options.products) await product.close?.()
      await platform.events.stop()
      await platform.close()
    },
  }
}

interface Stopping {
  stopping: AbortSignal
  state: { phase: Phase }
}

async function mountAll(
  app: Http,
  platform: Platform,
  options: ServeOptions,
  { stopping, state }: Stopping,
): Promise<void> {
  const { config, db, clock, events, identity, limiter, meter, publicUrl } = platform
  const { log, metrics, tracing } = platform
  measureRequests(app, metrics)
  traceRequests(app, tracing)
  const checks = [...platformChecks(platform), ...options.products.flatMap((product) => product.checks ?? [])]
  mountOperation(app, { config, metrics, checks, state, log })
  if (!config.roles.includes('web')) return
  if (!config.http.publicUrl) preferOneName(app, publicUrl)
  const gate = { db, limiter, meter, identify: identity.identify }
  const sessionOf = sessionFinder(identity.sessions, publicUrl)
  if (identity.provider) {
    const { provider } = identity
    const { registration } = config.auth
    const demo = options.demoAccount && { demo: options.demoAccount }
    const { mailer, jobs } = platform
    const parts = { db, clock, events, provider, limiter, mailer, jobs, sessionOf }
    await mountAuth(app, { ...parts, registration, ...demo })
    mountDemo(app, { db, config, issuer: provider.issuer, ensureTenant })
  }
  await mountSessions(app, {
    db,
    events,
    clock,
    gate,
    sessions: identity.sessions,
    relyingParty: identity.relyingParty,
    publicUrl: () => publicUrl,
    externalProvider: !identity.provider,
  })
  mountBlobs(app, platform.blobs, async (tenant, by = SYSTEM) => {
    const standing = await findStanding(db, tenant, by, clock.now())
    return standing !== undefined && standing.ceiling !== null
  })
  mountOpenapi(app, options.products)
  const account = identity.provider && { account: accountPath(AUTH_PATH) }
  const viewerOf: ViewerOf = async (request) => {
    const session = await sessionOf(request)
    return session ? { label: session.caller.actor.label, ...account } : undefined
  }
  const pages = [...(options.pages ?? []), ...options.products.flatMap((product) => product.pages)]
  const actingOf = actingFor(gate, config.products, account)
  const web = options.web ? { files: openWebFiles(options.web), actingOf, storeOf: platform.blobs.origin } : undefined
  mountSite(app, pages, { viewerOf, limiter, web, homeOf: homesOf(options.products, publicUrl) })
  const streams = countStreams(config.http.streamsPerCaller)
  for (const { name, endpoints, roleOf } of options.products)
    mount(app, endpoints, {
      product: name,
      ...(roleOf && { roleOf }),
      base: contract[name].base,
      gate,
      limits: config.limits,
      streams,
      stopping,
      onLimited: metrics.rateLimited,
      log,
    })
}

/** No one can verify our own host as their domain, so products are not asked. */
const homesOf = (products: readonly Product[], publicUrl: string): HomeOf => {
  const { hostname } = new URL(publicUrl)
  return async (host) => {
    if (host === hostname) return undefined
    for (const { homeOf } of products) {
      const home = await homeOf?.(host)
      if (home) return home
    }
    return undefined
  }
}

const signInJobs = (provider: IdentityProvider, { db, clock, mailer }: Platform) => [
  ...providerJobs(provider),
  ...resetJobs({ db, clock, mailer, linkTo: resetLink(provider) }),
  ...linkJobs({ db, clock, mailer, linkTo: signInLink(provider), resetAt: resetPageAt(provider) }),
]

/** Background work: jobs, the webhook consumer and the delivery of webhooks. */
async function openWorkers(platform: Platform, products: readonly Product[]) {
  const { database, db, clock, log, identity, webhooks, mailer, metrics } = platform
  const all = [
    ...products.flatMap((product) => product.jobs),
    ...(identity.provider ? signInJobs(identity.provider, platform) : []),
    ...webhookJobs({ db, clock }),
    ...mailer.jobs,
    ...housekeeping(platform),
  ]
  const jobs = await openJobs({ database, clock, log, onEnd: metrics.job, jobs: all })
  platform.lateJobs.arrive(jobs)
  const accepts = products.flatMap((product) => product.accepts ?? [])
  const fanOut = openConsumer({
    database,
    log,
    name: 'webhooks',
    handle: (tx, rows) => webhooks.fanOut(tx, rows, accepts),
  })
  return {
    jobs: all.map(({ name }) => name),
    leased: [...products.flatMap((product) => product.leased ?? []), ...WEBHOOK_LEASES],
    start: async () => {
      await jobs.start()
      await fanOut.start()
      webhooks.start()
    },
    stop: async () => {
      await fanOut.stop()
      await webhooks.stop()
      await jobs.stop()
    },
  }
}
