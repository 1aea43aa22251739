// A small web on loopback for tests: every site has its own name and records its requests.
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openDisk } from '@veritrace/platform/blobs/disk'
import { fakeClock } from '@veritrace/platform/clock'
import { buildConfig } from '@veritrace/platform/config/config'
import { readSettings } from '@veritrace/platform/config/env'
import type { Database } from '@veritrace/platform/db/open'
import type { Events } from '@veritrace/platform/events/event'
import { newId } from '@veritrace/platform/ids'
import type { Jobs } from '@veritrace/platform/jobs/job'
import { openLog } from '@veritrace/platform/log'
import type { Meter } from '@veritrace/platform/metering/meter'
import { openSafeFetch } from '@veritrace/platform/outside/safe-fetch'
import type { Provenance } from '../deps.ts'
import { crawlSettings } from './settings.ts'
import { openExtractors } from './threads/pool.ts'

export type Answer =
  | string
  | { status?: number; headers?: Record<string, string>; body?: string | Uint8Array }
  | ((request: IncomingMessage, response: ServerResponse) => void)

export interface Site {
  host: string
  origin: string
  /** Answers by path; any other path is a 404. May be changed at any time. */
  pages: Record<string, Answer>
  /** Requested paths in order, and the headers of the last request. */
  hits: string[]
  headers: IncomingMessage['headers']
}

export interface Web {
  site(pages?: Record<string, Answer>): Site
  /** DNS entries of names that are not sites. */
  names: Map<string, string[]>
  port: number
  fetch: Provenance['fetch']
  close(): Promise<void>
}

export async function openWeb(): Promise<Web> {
  const sites = new Map<string, Site>()
  const names = new Map<string, string[]>()
  const server = createServer((request, response) => {
    const site = sites.get(request.headers.host ?? '')
    const path = request.url ?? '/'
    if (!site) return response.writeHead(421).end()
    site.hits.push(path)
    site.headers = request.headers
    const answer = site.pages[path] ?? { status: 404, body: '<title>Not found</title><h1>Not found</h1>' }
    if (typeof answer === 'function') return answer(request, response)
    const { status = 200, headers = {}, body = '' } = typeof answer === 'string' ? { body: answer } : answer
    return response.writeHead(status, { 'content-type': typeFor(path), ...headers }).end(body)
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const { port } = server.address() as AddressInfo
  // 127.0.0.1 represents a public address. No other address is allowed.
  const fetch = openSafeFetch({ allow: ['127.0.0.1/32'], lookup: async (host) => names.get(host) ?? ['127.0.0.1'] })
  return {
    names,
    port,
    fetch,
    site(pages = {}) {
      const name = `${newId('s').slice(-10)}.test`
      const host = `${name}:${port}`
      const site: Site = { host: name, origin: `http://${host}`, pages, hits: [], headers: {} }
      sites.set(host, site)
      return site
    },
    async close() {
      await fetch.close()
      server.closeAllConnections()
      await new Promise((done) => server.close(done))
    },
  }
}

const typeFor = (path: string): string =>
  path.endsWith('.txt')
    ? 'text/plain'
    : path.endsWith('.json')
      ? 'application/json'
      : path.endsWith('.xml')
        ? 'application/xml'
        : 'text/html; charset=utf-8'

/** Opens a crawler for that web. Waiting takes no time: it moves the clock instead. */
export async function openCrawler(
  database: Database,
  web: Web,
  options: { env?: Record<string, string>; jobs?: Jobs; browser?: Provenance['browser'] } = {},
) {
  const clock = fakeClock(new Date('2026-11-15T12:00:00Z'))
  const log = openLog('silent')
  const folder = mkdtempSync(join(tmpdir(), 'veritrace-crawl-'))
  const publicUrl = 'https://directory.example'
  const config = buildConfig(readSettings({ CRAWL_DELAY_MS: '0', ...options.env }))
  const waits: number[] = []
  const wait = async (ms: number): Promise<void> => {
    waits.push(ms)
    clock.advance(ms)
  }
  const extractors = openExtractors({ log })
  const deps: Provenance = {
    config,
    db: database.db,
    publicUrl,
    clock,
    log,
    // Crawls change no tenant, so these parts are not used.
    events: {} as Events,
    meter: {} as Meter,
    limiter: {} as Provenance['limiter'],
    identity: {} as Provenance['identity'],
    holders: [],
    webhooks: {} as Provenance['webhooks'],
    mailer: {} as Provenance['mailer'],
    jobs: options.jobs ?? ({} as Jobs),
    resolveTxt: async () => [],
    safeFetch: web.fetch,
    fetch: web.fetch,
    blobs: await openDisk({ folder, secret: 'x'.repeat(32), publicUrl: () => publicUrl, clock }),
    crawl: { ...crawlSettings(config.crawl, publicUrl), wait },
    extractors,
    browser: options.browser,
  }
  const close = async (): Promise<void> => {
    await extractors.close()
    await options.browser?.close()
    rmSync(folder, { recursive: true, force: true })
  }
  return { deps, clock, waits, close }
}
