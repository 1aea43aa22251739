// Starts the server: one configuration, its products, one URL.
import type { Endpoint } from '@veritrace/contract/endpoint'
import { docsPages } from '@veritrace/docs/open-docs'
import type { Clock } from '@veritrace/platform/clock'
import { type Config, isLoopback } from '@veritrace/platform/config/config'
import type { Database } from '@veritrace/platform/db/open'
import { DEMO_TENANT } from '@veritrace/platform/identity/tenancy/demo-tenant'
import type { Log } from '@veritrace/platform/log'
import { openPlatform, type Platform } from '@veritrace/platform/open'
import { freePort } from '@veritrace/platform/ports'
import { type Running, serve } from '@veritrace/platform/serve'
import { WEB_FOLDER } from '../web/ensure-built.ts'
import { caseworkGraph } from './casework-graph.ts'
import { DEMO_ACCOUNT, seedDemo } from './demo.ts'
import { fillCasework } from './demo-casework.ts'
import { MAIL_PATH, mailPage } from './demo-mail.ts'
import { graphTarget } from './graph-target.ts'
import { homePage } from './home.ts'
import { loadProducts, MIGRATIONS } from './products.ts'
import { shutDemo } from './shut-demo.ts'
import { workspacePages } from './workspace.ts'

export interface Server extends Running {
  url: string
  platform: Platform
}

interface StartOptions {
  clock?: Clock
  log?: Log
  /** Receives the state of the work that fills the demo; undefined when it is done. */
  progress?: ((work: string, state: string | undefined) => void) | undefined
  opening?: Promise<Database>
  /** The build of the web files; requests are answered only after it. */
  building?: Promise<unknown> | undefined
}

export async function startServer(
  config: Config,
  { building, progress, ...options }: StartOptions = {},
): Promise<Server> {
  const port = config.http.port || (await freePort(config.http.host))
  const url = config.http.publicUrl ?? addressOf(config.http.host, port)
  const localHost = isLoopback(config.http.host) || config.http.host === '0.0.0.0' ? '127.0.0.1' : config.http.host
  const localUrl = `http://${localHost.includes(':') ? `[${localHost}]` : localHost}:${port}`
  // Loaded before the database is awaited, which may still be starting in its thread.
  const openers = await loadProducts(config.products)
  const directory = config.products.includes('provenance') ? await import('@veritrace/provenance') : undefined
  const platform = await openPlatform({ config, publicUrl: url, localUrl, migrations: MIGRATIONS, ...options })
  const graph = directory && (await graphTarget(platform, { publicUrl: url, localUrl }))
  const graphFor = caseworkGraph(platform, { publicUrl: url, localUrl })
  const isShown = config.demo.sites && config.roles.includes('worker')
  const sites = isShown
    ? await directory?.openDemoDirectory(platform, (state) => progress?.('vendors', state))
    : undefined
  const parts = {
    ...platform,
    graph,
    graphFor,
    ...(sites && { safeFetch: sites.safeFetch, isSchedulePaused: sites.isReading }),
  }
  const products = await Promise.all(openers.map((open) => open(parts)))
  const served = new Set<Endpoint>(products.flatMap(({ endpoints }) => endpoints.map(({ endpoint }) => endpoint)))
  const demo = config.auth.mode === 'demo'
  await (demo ? seedDemo(platform) : shutDemo(platform))
  await building
  const running = await serve(platform, {
    products,
    port,
    web: WEB_FOLDER,
    pages: [
      homePage({ url, demo, example: async () => directory?.examplePage(platform.db) }),
      ...docsPages({ products: config.products, isServed: (endpoint) => served.has(endpoint) }),
      ...workspacePages(config.products),
      ...(demo && !platform.mailer.configured ? [mailPage(platform)] : []),
    ],
    ...(demo && { demoAccount: { ...DEMO_ACCOUNT, ...(!platform.mailer.configured && { mailPage: MAIL_PATH }) } }),
  })
  sites?.start()
  const leaving = new AbortController()
  const isFilled = isShown && config.products.includes('casework') && config.roles.includes('web')
  const filling =
    isFilled &&
    fillCasework({
      ...{ localUrl, tenant: DEMO_TENANT, log: platform.log, signal: leaving.signal },
      progress: (state) => progress?.('casework', state),
    })
  const close = async () => {
    leaving.abort()
    await filling
    await sites?.close()
    await running.close()
  }
  return { ...running, close, url, platform }
}

/** People type localhost, and cookies and redirects must use the same name. */
const addressOf = (host: string, port: number): string =>
  `http://${isLoopback(host) ? 'localhost' : host.includes(':') ? `[${host}]` : host}:${port}`
