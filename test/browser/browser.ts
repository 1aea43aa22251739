// A real browser for the tests of pages. A page that complains fails its test, whatever the test looks at.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { atEnd } from '@veritrace/platform/testing/at-end'
import type { Browser, BrowserContext, CDPSession, Page } from 'playwright-core'
import { launchBrowser } from './chromium.ts'

let shared: Promise<Browser> | undefined
atEnd(async () => (await shared)?.close())

/** Pages that live for seconds gain nothing by code that was made faster. */
const FLAGS = ['--js-flags=--no-opt --no-maglev']

interface WindowOptions {
  viewport?: { width: number; height: number }
  colorScheme?: 'light' | 'dark'
  hasTouch?: boolean
  expected?: RegExp
  /** Begins in the page that a test before has left so: for what needs no visit of its own, see `visit`. */
  goesOn?: boolean
}

interface Window {
  page: Page
  isLeft: boolean
  complaints(): string[]
  forgetComplaints(): void
}

/** Windows that nobody uses now. A new one costs as much as loading a page, so the next test gets one that was left. */
const idle = new Map<string, Window>()

/**
 * Runs `work` in a browser window that remembers nothing, which may ask nobody but `home` and must have nothing to
 * complain about but what is `expected`, such as an answer that the test provokes.
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
    // What moves is painted sixty times a second, by the processor.
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

/** As it was when it was opened: what one test has left, the next must not find. */
async function forget(window: Window): Promise<void> {
  const { page, forgetComplaints } = window
  await leave(window)
  // Something small of the same site: another one would need a new process, and nothing of the last page runs on.
  await page.goto('/healthz', { waitUntil: 'commit' })
  await page.evaluate('localStorage.clear(), sessionStorage.clear()')
  await page.context().clearCookies()
  forgetComplaints()
  window.isLeft = false
}

/** As it is, without what the test has put around it. */
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

const appOf = (path: string): string | undefined => /^\/(?:app|workspace)(?=[/?]|$)/.exec(path)?.[0]

/** To an address of an app: as a link leads there if the app is open, which asks for what it does not have yet. */
export async function visit(page: Page, path: string): Promise<void> {
  if (appOf(new URL(page.url()).pathname) !== appOf(path)) await page.goto(path)
  else await page.evaluate(`history.pushState(null, '', ${JSON.stringify(path)})`)
}

const DESK_AND_TELEPHONE = [
  { width: 390, colorScheme: 'dark' },
  { width: 1440, colorScheme: 'light' },
] as const

/** Where `isInOrder` begins: a window that is so already need not be drawn once more. */
export const AT_NIGHT = { viewport: { width: 390, height: 900 }, colorScheme: 'dark' } as const

/**
 * On a telephone at night and on a desk by day: nothing to stumble over, nothing wider than the window. All of it is judged
 * on the telephone, where targets are smallest; on the desk what the telephone has not shown, by what can be read of it: the
 * pairs of colours are known to be right in both looks (`contrast.test.ts`).
 */
export async function isInOrder(page: Page): Promise<void> {
  for await (const { width } of looks(page)) {
    if (width === 390) {
      await examineDrawn(page)
      await page.evaluate(REMEMBER_SHOWN)
    } else {
      await staysInside(page)
      await stumblesOver(page, READ_RULES, await page.evaluate<number>(MARK_NEW))
    }
  }
}

/** The page on a telephone at night, then on a desk by day. */
export async function* looks(page: Page): AsyncGenerator<(typeof DESK_AND_TELEPHONE)[number]> {
  for (const look of DESK_AND_TELEPHONE) {
    await page.setViewportSize({ width: look.width, height: 900 })
    // Colours change at once: halfway they would be too pale.
    await page.emulateMedia({ colorScheme: look.colorScheme, reducedMotion: 'reduce' })
    await drawn(page)
    yield look
  }
}

/** The colours of the new look have arrived, and what is drawn has followed the new size. */
const DRAWN = `new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))
  .then(() => {
    // A cursor that blinks does so for ever.
    const ending = document.getAnimations().filter((one) => Number.isFinite(one.effect.getComputedTiming().endTime))
    return Promise.all(ending.map((one) => one.finished.catch(() => {})))
  })
  .then(async () => {
    const isWider = () => document.documentElement.scrollWidth > innerWidth
    for (let frames = 0; isWider() && frames < 60; frames++) await new Promise(requestAnimationFrame)
  })`

export const drawn = (page: Page): Promise<unknown> => page.evaluate(DRAWN)

/** Nothing to stumble over, and nothing wider than the window: the page as it is now, when all of it is drawn. */
export async function examine(page: Page): Promise<void> {
  await drawn(page)
  await examineDrawn(page)
}

async function examineDrawn(page: Page): Promise<void> {
  await staysInside(page)
  await stumblesOver(page)
}

/** Nothing is wider than the window, and no column of ours lies outside it. */
export async function staysInside(page: Page): Promise<void> {
  const overhang = await page.evaluate<number>('document.documentElement.scrollWidth - innerWidth')
  assert.ok(overhang <= 0, `${page.url()} is ${overhang} px wider than the window`)
  assert.deepEqual(await page.evaluate(CUT_OFF), [], `${page.url()} at ${page.viewportSize()?.width}`)
}

/** In all of the page, or in what is marked. */
async function stumblesOver(page: Page, rules = ALL_RULES, marked?: number): Promise<void> {
  if (marked === 0) return
  // Not by the builder, which would read the long form of axe for every page and bring home what is in order as well.
  if (!(await page.evaluate<boolean>('"axe" in window'))) await bringAxe(page)
  const found = await page.evaluate(stumbles(rules, marked !== undefined))
  assert.deepEqual(found, [], `${page.url()} at ${page.viewportSize()?.width}`)
}

/** What stays while pages come and go, such as the frame of an app, is judged once. */
const REMEMBER_SHOWN = `globalThis.judged ??= new WeakSet()
  for (const one of document.body.querySelectorAll('*')) if (one.checkVisibility()) judged.add(one)`
/** What has not been shown before, without what is inside of it; how many there are. */
const MARK_NEW = `(() => {
  const all = [...document.body.querySelectorAll('*')]
  const fresh = new Set(all.filter((one) => !judged.has(one) && one.checkVisibility()))
  globalThis.newlyShown = [...fresh].filter((one) => !fresh.has(one.parentElement))
  for (const one of fresh) judged.add(one)
  return newlyShown.length
})()`

/** As a script and not as a text to evaluate: the browser has compiled it for the page before. */
async function bringAxe(page: Page): Promise<void> {
  await (await talkTo(page)).send('Runtime.evaluate', { expression: AXE })
}

/** Fingers are coarse: what they press is larger. */
async function touch(page: Page, enabled: boolean): Promise<void> {
  await (await talkTo(page)).send('Emulation.setTouchEmulationEnabled', { enabled })
}

const talks = new WeakMap<Page, Promise<CDPSession>>()
function talkTo(page: Page): Promise<CDPSession> {
  const talk = talks.get(page) ?? page.context().newCDPSession(page)
  talks.set(page, talk)
  return talk
}
const ofAxe = createRequire(import.meta.resolve('@axe-core/playwright'))
const AXE = readFileSync(ofAxe.resolve('axe-core/axe.min.js'), 'utf8')

/** Words that reach out of the window where nothing cuts them off or lets them be scrolled to. */
export const BROKEN_OUT = `[...document.querySelectorAll('body *')]
  .filter((one) => one.checkVisibility() && [...one.childNodes].some((node) => node.nodeType === 3 && node.data.trim()))
  .filter((one) => !one.closest('.sr-only, .away') && getComputedStyle(one).textOverflow !== 'ellipsis')
  .filter((one) => { const range = document.createRange(); range.selectNodeContents(one)
    return range.getBoundingClientRect().right > innerWidth + 1 })
  .filter((one) => { for (let up = one; up; up = up.parentElement)
    if (/auto|scroll/.test(getComputedStyle(up).overflowX) && up.scrollWidth > up.clientWidth) return false
    return true })
  .map((one) => one.innerText.slice(0, 60))`

/** Tables whose columns are ours and lie outside the window: nobody looks for what is not to be seen. */
const CUT_OFF = `[...document.querySelectorAll('table:not(.rows-table)')]
  .filter((table) => table.offsetWidth > 0 && table.getBoundingClientRect().right > innerWidth + 1)
  .map((table) => table.innerText.slice(0, 80))`
const ALL_RULES = {}
const READ_RULES = { 'color-contrast': { enabled: false }, 'target-size': { enabled: false } }
const TAGS = ['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa', 'best-practice']
// What is in order is not described: to name thousands of elements takes longer than to look at them. The rows of a
// long table or list are made alike, so its first ones speak for the others.
const stumbles = (
  rules: object,
  inNew: boolean,
): string => `axe.run({ ${inNew ? 'include: newlyShown, ' : ''}exclude: ['tbody > tr:nth-child(n+6)', 'li:nth-child(n+6)'] },
  { runOnly: ${JSON.stringify(TAGS)}, rules: ${JSON.stringify(rules)}, resultTypes: ['violations'] })
  .then(({ violations }) => violations.map(({ id, nodes }) => ({ id, at: nodes.map(({ html }) => html) })))`

/** What the keyboard is at: its label, or what stands in it. */
export const inFocus = (page: Page): Promise<string> =>
  page.evaluate<string>(
    '(document.activeElement.labels?.[0] ?? document.activeElement).innerText || document.activeElement.ariaLabel || document.activeElement.tagName',
  )

/** The names of the script files that the page has loaded. */
export const scriptsOf = (page: Page): Promise<string[]> =>
  page.evaluate<string[]>(
    `performance.getEntriesByType('resource').map(({ name }) => name.split('/').at(-1)).filter((name) => name.endsWith('.js'))`,
  )

/** What a test makes is little: its lists have more than one page when pages are short. */
export const withShortPages = (page: Page, lists: RegExp, limit: number): Promise<unknown> =>
  page.route(lists, (route) =>
    route.continue({
      url: route
        .request()
        .url()
        .replace(/limit=\d+/, `limit=${limit}`),
    }),
  )

/** As a person with the demo account, at an address of the site. */
export async function signIn(page: Page, path: string): Promise<void> {
  await page.goto(`/session/login?return_to=${encodeURIComponent(path)}`)
  await page.getByRole('button', { name: 'Sign in with the demo account' }).click()
}

const sessions = new Map<string, Awaited<ReturnType<BrowserContext['cookies']>>>()
/** The same for what is not about signing in: whoever comes first signs in, the others go on with that session. */
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
  // Not by `route`, which would hand every request to us before it is sent, and switch the browser's cache off.
  context.on('request', (request) => {
    const { protocol, origin } = new URL(request.url())
    if (protocol.startsWith('http') && origin !== home) complaints.push({ text: `asked ${request.url()}` })
  })
  // The console tells of a violation too, but not of every one.
  await context.addInitScript(`addEventListener('securitypolicyviolation', (violation) =>
    console.error('policy', violation.violatedDirective, violation.blockedURI, violation.sourceFile))`)
  context.on('console', (message) => {
    if (message.type() === 'error') complaints.push({ text: message.text(), about: message.location().url })
  })
  context.on('weberror', (error) => complaints.push({ text: String(error.error()) }))
  context.on('response', (response) => {
    if (response.request().isNavigationRequest()) documents.add(response.url())
  })
  // A page that is itself the answer 401 or 404 is in order; what it loads must be there.
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
