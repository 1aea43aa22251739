// A real browser for the tests of pages. A page that complains fails its test, whatever the test looks at.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { AxeBuilder } from '@axe-core/playwright'
import { atEnd } from '@veritrace/platform/testing/at-end'
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core'
import { launchBrowser } from './chromium.ts'

let shared: Promise<Browser> | undefined
atEnd(async () => (await shared)?.close())

/** Pages that live for seconds gain nothing by code that was made faster. */
const FLAGS = ['--js-flags=--no-opt --no-maglev']

type WindowOptions = BrowserContextOptions & { expected?: RegExp }

/**
 * Runs `work` in a browser window of its own, which may ask nobody but `home` and must have nothing to complain about
 * but what is `expected`, such as an answer that the test provokes.
 */
export async function inBrowser(
  home: string,
  work: (page: Page) => Promise<void>,
  options?: WindowOptions,
): Promise<void> {
  const { page, hasNoComplaints } = await openWindow(home, options)
  try {
    await work(page)
    hasNoComplaints()
  } finally {
    await page.context().close()
  }
}

export interface Window {
  page: Page
  hasNoComplaints(): void
}

/** For tests that only look at one address after the other: a window of its own for each costs more than the look. */
export async function openWindow(home: string, { expected, ...options }: WindowOptions = {}): Promise<Window> {
  shared ??= launchBrowser(FLAGS)
  // What moves is painted sixty times a second, by the processor.
  const context = await (await shared).newContext({ baseURL: home, reducedMotion: 'reduce', ...options })
  context.setDefaultTimeout(30_000)
  const complaints = await listen(context, home)
  const hasNoComplaints = () =>
    assert.deepEqual(
      complaints().filter((text) => !expected?.test(text)),
      [],
    )
  return { page: await context.newPage(), hasNoComplaints }
}

const DESK_AND_TELEPHONE = [
  { width: 390, colorScheme: 'dark' },
  { width: 1440, colorScheme: 'light' },
] as const

/** On a telephone at night and on a desk by day: nothing to stumble over, nothing wider than the window. */
export async function isInOrder(page: Page): Promise<void> {
  for await (const _ of looks(page)) await examine(page)
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

/** Nothing to stumble over, and nothing wider than the window: the page as it is now. */
export async function examine(page: Page): Promise<void> {
  const overhang = await page.evaluate<number>('document.documentElement.scrollWidth - innerWidth')
  assert.ok(overhang <= 0, `${page.url()} is ${overhang} px wider than the window`)
  assert.deepEqual(await page.evaluate(CUT_OFF), [], `${page.url()} at ${page.viewportSize()?.width}`)
  // The builder would read the long form of axe, and twice, for every page.
  if (!(await page.evaluate<boolean>('"axe" in window'))) await page.evaluate(AXE)
  // In one piece: our pages have no frames, and the other way opens a further window for each result. What is in order
  // is not described: to name thousands of elements takes longer than to look at them.
  const { violations } = await new AxeBuilder({ page, axeSource: 'void 0' })
    .setLegacyMode()
    .options({ runOnly: TAGS, resultTypes: ['violations'] })
    .analyze()
  assert.deepEqual(
    violations.map(({ id, nodes }) => ({ id, at: nodes.map(({ html }) => html) })),
    [],
    `${page.url()} at ${page.viewportSize()?.width}`,
  )
}
const ofAxe = createRequire(import.meta.resolve('@axe-core/playwright'))
const AXE = readFileSync(ofAxe.resolve('axe-core/axe.min.js'), 'utf8')

/** Tables whose columns are ours and lie outside the window: nobody looks for what is not to be seen. */
const CUT_OFF = `[...document.querySelectorAll('table:not(.rows-table)')]
  .filter((table) => table.offsetWidth > 0 && table.getBoundingClientRect().right > innerWidth + 1)
  .map((table) => table.innerText.slice(0, 80))`
const TAGS = ['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa', 'best-practice']

/** As a person with the demo account, at an address of the site. */
export async function signIn(page: Page, path: string): Promise<void> {
  await page.goto(`/session/login?return_to=${encodeURIComponent(path)}`)
  await page.getByRole('button', { name: 'Sign in with the demo account' }).click()
}

async function listen(context: BrowserContext, home: string): Promise<() => string[]> {
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
  return () => complaints.filter((complaint) => !isOwnStatus(complaint)).map(({ text }) => text)
}
