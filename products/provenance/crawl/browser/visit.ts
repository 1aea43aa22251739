// Renders one page in one browser context. All requests are intercepted and answered by the crawler.
import { setTimeout as sleep } from 'node:timers/promises'
import type { Browser, BrowserContext, Page, Route } from 'playwright-core'
import { isShell } from '../../sources/shell.ts'
import { needOf } from './needs.ts'
import { ISOLATE, SERIALIZE, SIZE } from './page-scripts.ts'

export interface Sent {
  url: string
  contentType: string
  body: Buffer
  userAgent: string
}
interface Part {
  status: number
  contentType: string
  body: Buffer
}
/** Fetches a file for the page; undefined if it is not allowed. A thrown error ends the visit. */
export type AskPart = (url: string, type: string, accept: string, signal: AbortSignal) => Promise<Part | undefined>

export interface Limits {
  ms: number
  requests: number
  bytes: number
  /** Limit for the rendered HTML. */
  htmlBytes: number
  /** The page counts as done when nothing has changed for this long. */
  quietMs: number
  /** How long a quiet page may stay an empty shell. */
  patienceMs: number
}
export const LIMITS: Limits = {
  ...{ ms: 15_000, requests: 150, bytes: 25_000_000, htmlBytes: 10_000_000 },
  ...{ quietMs: 750, patienceMs: 5_000 },
}

export interface Visited {
  html: string
  /** Whether it got every requested file that may contain text. */
  whole: boolean
}

export class BrowserFailure extends Error {
  readonly why: 'late' | 'too_much' | 'broken' | 'not_started'
  constructor(why: BrowserFailure['why'], message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'BrowserFailure'
    this.why = why
  }
}

interface State {
  sent: Sent
  ask: AskPart
  limits: Limits
  given: boolean
  whole: boolean
  inFlight: number
  requests: number
  bytes: number
  movedAt: number
  over: AbortController
  fail(error: unknown): void
}

const LOOK_MS = 100

export async function visit(browser: Browser, sent: Sent, ask: AskPart, limits: Limits): Promise<Visited> {
  const failure = Promise.withResolvers<never>()
  failure.promise.catch(() => {})
  const state: State = {
    ...{ sent, ask, limits, given: false, whole: true, inFlight: 0, requests: 0, bytes: 0 },
    ...{ movedAt: performance.now(), over: new AbortController(), fail: failure.reject },
  }
  const late = new BrowserFailure('late', `The scripts of the page did not finish within ${limits.ms} ms.`)
  const timer = setTimeout(() => failure.reject(late), limits.ms)
  try {
    return await Promise.race([failure.promise, open(browser, state).then((page) => read(page, state))])
  } finally {
    clearTimeout(timer)
    state.over.abort()
  }
}

async function open(browser: Browser, state: State): Promise<Page> {
  const context = await browser.newContext({
    ...{ acceptDownloads: false, javaScriptEnabled: true, serviceWorkers: 'block', permissions: [] },
    ...{ userAgent: state.sent.userAgent, locale: 'en-US', viewport: { width: 1280, height: 2_000 } },
  })
  browser.on('disconnected', () => state.fail(new BrowserFailure('broken', 'The browser exited.')))
  await shutIn(context, state)
  const page = await context.newPage()
  context.on('page', (other) => void other.close().catch(() => {}))
  page.on('crash', () => state.fail(new BrowserFailure('broken', 'The page crashed the browser.')))
  page.on('dialog', (dialog) => void dialog.dismiss().catch(() => {}))
  await page.goto(state.sent.url, { waitUntil: 'commit', timeout: 0 })
  return page
}

async function shutIn(context: BrowserContext, state: State): Promise<void> {
  await context.addInitScript(ISOLATE)
  await context.routeWebSocket(/.*/, (socket) => {
    state.whole = false
    void socket.close().catch(() => {})
  })
  await context.route(/.*/, (route) =>
    answer(route, state).catch((error: unknown) => {
      // After the visit, failed requests no longer matter.
      if (!state.over.signal.aborted) state.fail(error)
    }),
  )
}

async function answer(route: Route, state: State): Promise<void> {
  const request = route.request()
  const { sent, limits } = state
  const type = request.resourceType()
  if (request.isNavigationRequest() && !state.given) {
    state.given = true
    return route.fulfill({ status: 200, contentType: sent.contentType || 'text/html', body: sent.body })
  }
  const need = needOf({ url: request.url(), method: request.method(), type }, sent.url)
  if (need === 'refuse') state.whole = false
  // A blocked document would replace the page with an error page; an aborted one does not.
  if (need !== 'ask') return route.abort(type === 'document' ? 'aborted' : 'blockedbyclient')
  state.inFlight++
  state.requests++
  try {
    if (state.requests > limits.requests) throw tooMuch(`It requests more than ${limits.requests} files.`)
    const part = await state.ask(request.url(), type, request.headers().accept ?? '*/*', state.over.signal)
    if (!part) {
      if (type !== 'stylesheet') state.whole = false
      return await route.abort('blockedbyclient')
    }
    state.bytes += part.body.length
    if (state.bytes > limits.bytes) throw tooMuch(`It loads more than ${limits.bytes} bytes.`)
    const headers = {
      'content-type': part.contentType,
      // The request had no cookies and no origin, so the page may read the answer.
      'access-control-allow-origin': new URL(sent.url).origin,
      'access-control-allow-credentials': 'true',
    }
    await route.fulfill({ status: part.status, headers, body: part.body })
  } finally {
    state.inFlight--
    state.movedAt = performance.now()
  }
}

const tooMuch = (message: string) => new BrowserFailure('too_much', message)

/** Done when there are no open requests, the content is stable, and the app has rendered something. */
async function read(page: Page, state: State): Promise<Visited> {
  const { limits } = state
  let size = -1
  for (;;) {
    await sleep(LOOK_MS, undefined, { signal: state.over.signal })
    const now = await page.evaluate<number>(SIZE)
    if (now !== size || state.inFlight > 0) state.movedAt = performance.now()
    size = now
    const quietMs = performance.now() - state.movedAt
    if (quietMs < limits.quietMs) continue
    const html = await serialized(page, limits)
    // Some apps start late. If the page is still empty after that, judgePage reports it.
    if (quietMs < limits.patienceMs && isShell(html)) continue
    return { html, whole: state.whole }
  }
}

async function serialized(page: Page, { htmlBytes }: Limits): Promise<string> {
  const html = await page.evaluate<unknown>(SERIALIZE)
  if (typeof html !== 'string') throw new BrowserFailure('broken', 'The page returned no HTML.')
  if (html.length > htmlBytes) throw tooMuch(`Its HTML is longer than ${htmlBytes} bytes.`)
  return html.toWellFormed()
}
