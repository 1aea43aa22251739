// One page in one window of a browser that reaches nobody: each request ends here, and its answer is the crawler's.
import { setTimeout as sleep } from 'node:timers/promises'
import type { Browser, BrowserContext, Page, Route } from 'playwright-core'
import { isShell } from '../../sources/shell.ts'
import { needOf } from './needs.ts'
import { ALONE, SERIALIZE, SIZE } from './page-scripts.ts'

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
/** Undefined for what the page may not have. Whatever it throws ends the visit. */
export type AskPart = (url: string, type: string, accept: string, signal: AbortSignal) => Promise<Part | undefined>

export interface Limits {
  ms: number
  requests: number
  bytes: number
  /** Of the page as it is in the end. */
  htmlBytes: number
  /** How long nothing may move before the page counts as done. */
  quietMs: number
  /** How long a page that is quiet may still be a shell. */
  patienceMs: number
}
export const LIMITS: Limits = {
  ...{ ms: 15_000, requests: 150, bytes: 25_000_000, htmlBytes: 10_000_000 },
  ...{ quietMs: 750, patienceMs: 5_000 },
}

export interface Visited {
  html: string
  /** Whether it got all that it asked for and that may say something. */
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
  const late = new BrowserFailure('late', `The scripts of the page were not done within ${limits.ms} ms.`)
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
  browser.on('disconnected', () => state.fail(new BrowserFailure('broken', 'The browser ended.')))
  await shutIn(context, state)
  const page = await context.newPage()
  context.on('page', (other) => void other.close().catch(() => {}))
  page.on('crash', () => state.fail(new BrowserFailure('broken', 'The page broke the browser.')))
  page.on('dialog', (dialog) => void dialog.dismiss().catch(() => {}))
  await page.goto(state.sent.url, { waitUntil: 'commit', timeout: 0 })
  return page
}

async function shutIn(context: BrowserContext, state: State): Promise<void> {
  await context.addInitScript(ALONE)
  await context.routeWebSocket(/.*/, (socket) => {
    state.whole = false
    void socket.close().catch(() => {})
  })
  await context.route(/.*/, (route) =>
    answer(route, state).catch((error: unknown) => {
      // Nobody waits for the answers of a visit that is over.
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
  // A document that is said to be blocked would be shown as an error in place of the page; one that is given up is not.
  if (need !== 'ask') return route.abort(type === 'document' ? 'aborted' : 'blockedbyclient')
  state.inFlight++
  state.requests++
  try {
    if (state.requests > limits.requests) throw tooMuch(`It asks for more than ${limits.requests} files.`)
    const part = await state.ask(request.url(), type, request.headers().accept ?? '*/*', state.over.signal)
    if (!part) {
      if (type !== 'stylesheet') state.whole = false
      return await route.abort('blockedbyclient')
    }
    state.bytes += part.body.length
    if (state.bytes > limits.bytes) throw tooMuch(`It loads more than ${limits.bytes} bytes.`)
    const headers = {
      'content-type': part.contentType,
      // What is asked for without cookies and without an origin may be read by the page that we asked for.
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

/** Done when nothing was asked for and nothing has moved for a while, and the place for the app is filled. */
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
    // Some wait a moment before they begin. It is for the judge to say what is still empty then.
    if (quietMs < limits.patienceMs && isShell(html)) continue
    return { html, whole: state.whole }
  }
}

async function serialized(page: Page, { htmlBytes }: Limits): Promise<string> {
  const html = await page.evaluate<unknown>(SERIALIZE)
  if (typeof html !== 'string') throw new BrowserFailure('broken', 'The page gives no text of itself.')
  if (html.length > htmlBytes) throw tooMuch(`Its text is longer than ${htmlBytes} bytes.`)
  return html.toWellFormed()
}
