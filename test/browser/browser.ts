// A real browser for page tests. An error in the browser fails the test, whatever it checks.
import assert from 'node:assert/strict'
import { atEnd } from '@veritrace/platform/testing/at-end'
import type { Browser, BrowserContext, CDPSession, Page } from 'playwright-core'
import { launchBrowser } from './chromium.ts'

let shared: Promise<Browser> | undefined
atEnd(async () => (await shared)?.close())

/** Optimizing code is not worth it for pages that live for seconds. */
const FLAGS = ['--js-flags=--no-opt --no-maglev']

interface WindowOptions {
  viewport?: { width: number; height: number }
  colorScheme?: 'light' | 'dark'
  hasTouch?: boolean
  expected?: RegExp
  /** Starts on the page on which the previous test ended, for tests that need no new visit; see `visit`. */
  goesOn?: boolean
}

interface Window {
  page: Page
  isLeft: boolean
  complaints(): string[]
  forgetComplaints(): void
}

/** Unused windows. A new one costs as much as loading a page, so the next test reuses one. */
const idle = new Map<string, Window>()

/**
 * Runs `work` in a browser window without stored data, which may contact only `home` and must report no errors except
 * those that match `expected`, such as an error response that the test provokes.
 */
export async function inBrowser(
  home: string,
  work: (page: Page) => Promise<void>,
  {
    viewport = { width: 1280, height: 720 },
    colorScheme = 'light',
    hasTouch = false,
    expected,
    goesOn = false,
  }: WindowOptions = {},
): Promise<void> {
  const window = idle.get(home) ?? (await openWindow(home))
  idle.delete(home)
  const { page, complaints } = window
  try {
    if (window.isLeft && !goesOn) await forget(window)
    await page.setViewportSize(viewport)
    // Animations are rendered 60 times a second on the CPU.
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    if (hasTouch) await touch(page, true)
    await work(page)
    if (hasTouch) await touch(page, false)
    assert.deepEqual(
      complaints().filter((text) => !expected?.test(text)),
      [],
    )
    await (goesOn ? leave(window) : forget(window))
    idle.set(home, window)
  } catch (error) {
    await page.context().close()
    throw error
  }
}

async function openWindow(home: string): Promise<Window> {
  shared ??= launchBrowser(FLAGS)
  const context = await (await shared).newContext({ baseURL: home })
  context.setDefaultTimeout(30_000)
  const heard = await listen(context, home)
  const page = await context.newPage()
  return { page, isLeft: false, ...heard }
}

/** Restores the initial state, so that no data of one test reaches the next. */
async function forget(window: Window): Promise<void> {
  const { page, forgetComplaints } = window
  await leave(window)
  // A small page of the same site: another site would need a new process, and nothing of the last page may keep
  // running.
  await page.goto('/healthz', { waitUntil: 'commit' })
  await page.evaluate('localStorage.clear(), sessionStorage.clear()')
  await page.context().clearCookies()
  forgetComplaints()
  window.isLeft = false
}

/** Leaves the page as it is, but removes what the test has set up around it. */
async function leave(window: Window): Promise<void> {
  const { page, forgetComplaints } = window
  const context = page.context()
  for (const other of context.pages()) if (other !== page) await other.close()
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  await context.setOffline(false)
  await page.mouse.move(-10, -10)
  forgetComplaints()
  window.isLeft = true
}

/** Touch targets are larger. */
async function touch(page: Page, enabled: boolean): Promise<void> {
  await (await talkTo(page)).send('Emulation.setTouchEmulationEnabled', { enabled })
}

const talks = new WeakMap<Page, Promise<CDPSession>>()
export function talkTo(page: Page): Promise<CDPSession> {
  const talk = talks.get(page) ?? page.context().newCDPSession(page)
  talks.set(page, talk)
  return talk
}
const appOf = (path: string): string | undefined => /^\/(?:app|workspace)(?=[/?]|$)/.exec(path)?.[0]

/** Goes to a path of an app: by client-side navigation if the app is open, so that it loads only what it lacks. */
export async function visit(page: Page, path: string): Promise<void> {
  if (appOf(new URL(page.url()).pathname) !== appOf(path)) await page.goto(path)
  else await page.evaluate(`history.pushState(null, '', ${JSON.stringify(path)})`)
}

/** The focused element: its label, or its text. */
export const inFocus = (page: Page): Promise<string> =>
  page.evaluate<string>(
    '(document.activeElement.labels?.[0] ?? document.activeElement).innerText || document.activeElement.ariaLabel || document.activeElement.tagName',
  )

/** The names of the script files that the page has loaded. */
export const scriptsOf = (page: Page): Promise<string[]> =>
  page.evaluate<string[]>(
    `performance.getEntriesByType('resource').map(({ name }) => name.split('/').at(-1)).filter((name) => name.endsWith('.js'))`,
  )

/** Tests create few items, so short pages give their lists more than one page. */
export const withShortPages = (page: Page, lists: RegExp, limit: number): Promise<unknown> =>
  page.route(lists, (route) =>
    route.continue({
      url: route
        .request()
        .url()
        .replace(/limit=\d+/, `limit=${limit}`),
    }),
  )

/** Signs in with the demo account, at a path of the site. */
export async function signIn(page: Page, path: string): Promise<void> {
  await page.goto(`/session/login?return_to=${encodeURIComponent(path)}`)
  await page.getByRole('button', { name: 'Sign in with the demo account' }).click()
}

const sessions = new Map<string, Awaited<ReturnType<BrowserContext['cookies']>>>()
/** The same for tests not about signing in: the first one signs in, and the others reuse its session. */
export async function asPerson(page: Page, home: string, path: string): Promise<void> {
  const context = page.context()
  const known = sessions.get(home)
  if (known) {
    await context.addCookies(known)
    await page.goto(path)
    return
  }
  await signIn(page, path)
  await page.waitForURL(`${home}${path}`)
  sessions.set(home, await context.cookies(home))
}

async function listen(context: BrowserContext, home: string): Promise<Pick<Window, 'complaints' | 'forgetComplaints'>> {
  const complaints: { text: string; about?: string }[] = []
  const documents = new Set<string>()
  // Not with `route`, which would intercept every request and disable the browser's cache.
  context.on('request', (request) => {
    const { protocol, origin } = new URL(request.url())
    if (protocol.startsWith('http') && origin !== home) complaints.push({ text: `asked ${request.url()}` })
  })
  // The console reports most policy violations, but not all.
  await context.addInitScript(`addEventListener('securitypolicyviolation', (violation) =>
    console.error('policy', violation.violatedDirective, violation.blockedURI, violation.sourceFile))`)
  context.on('console', (message) => {
    if (message.type() === 'error') complaints.push({ text: message.text(), about: message.location().url })
  })
  context.on('weberror', (error) => complaints.push({ text: String(error.error()) }))
  context.on('response', (response) => {
    if (response.request().isNavigationRequest()) documents.add(response.url())
  })
  // A page may itself be a 401 or 404 response; everything it loads must exist.
  const isOwnStatus = ({ text, about = '' }: { text: string; about?: string }) =>
    text.startsWith('Failed to load resource') && documents.has(about)
  return {
    complaints: () => complaints.filter((complaint) => !isOwnStatus(complaint)).map(({ text }) => text),
    forgetComplaints: () => {
      complaints.length = 0
      documents.clear()
    },
  }
}
