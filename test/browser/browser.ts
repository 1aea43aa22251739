// A real browser for the tests of pages. A page that complains fails its test, whatever the test looks at.
import assert from 'node:assert/strict'
import { after } from 'node:test'
import { AxeBuilder } from '@axe-core/playwright'
import chromiumFile from '@sparticuz/chromium'
import { testDatabaseUrl } from '@veritrace/platform/testing/db'
import { type Browser, type BrowserContext, type BrowserContextOptions, chromium, type Page } from 'playwright-core'

/** Why the tests of pages do not run in this pass, if so. */
export const skip = testDatabaseUrl() ? 'pages are the same on either database' : false

// Not the arguments that the package proposes: they switch the security of the web off.
const ARGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--headless=new',
  '--disable-background-networking',
  '--disable-component-update',
  '--no-first-run',
  '--disable-sync',
]

let shared: Promise<Browser> | undefined
// At the top of the module: inside a test it would belong to that test.
after(async () => (await shared)?.close())

async function launch(): Promise<Browser> {
  return chromium.launch({ executablePath: await chromiumFile.executablePath(), headless: true, args: ARGS })
}

/**
 * Runs `work` in a browser window of its own, which may ask nobody but `home` and must have nothing to complain about
 * but what is `expected`, such as an answer that the test provokes.
 */
export async function inBrowser(
  home: string,
  work: (page: Page) => Promise<void>,
  { expected, ...options }: BrowserContextOptions & { expected?: RegExp } = {},
): Promise<void> {
  shared ??= launch()
  const context = await (await shared).newContext({ baseURL: home, ...options })
  context.setDefaultTimeout(10_000)
  try {
    const complaints = await listen(context, home)
    await work(await context.newPage())
    assert.deepEqual(
      complaints().filter((text) => !expected?.test(text)),
      [],
    )
  } finally {
    await context.close()
  }
}

const DESK_AND_TELEPHONE = [
  { width: 390, colorScheme: 'dark' },
  { width: 1440, colorScheme: 'light' },
] as const

/** The colours of the new look have arrived. */
const DRAWN = `new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))
  .then(() => Promise.all(document.getAnimations().map((one) => one.finished.catch(() => {}))))`

export const drawn = (page: Page): Promise<unknown> => page.evaluate(DRAWN)

/** On a telephone at night and on a desk by day: nothing to stumble over, nothing wider than the window. */
export async function isInOrder(page: Page): Promise<void> {
  for (const { width, colorScheme } of DESK_AND_TELEPHONE) {
    await page.setViewportSize({ width, height: 900 })
    // Colours change at once: halfway they would be too pale.
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await drawn(page)
    const { violations } = await new AxeBuilder({ page }).analyze()
    const said = violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target).join(', ')}`)
    assert.deepEqual(said, [], `at ${width} in ${colorScheme}`)
    assert.ok((await page.evaluate<number>('document.documentElement.scrollWidth - innerWidth')) <= 0, `at ${width}`)
  }
}

/** The page as it is on a desk and on a telephone, in light and in dark, one after the other. */
export async function* looks(page: Page): AsyncGenerator<{ width: number; colorScheme: 'light' | 'dark' }> {
  for (const width of [1440, 390])
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.setViewportSize({ width, height: 900 })
      await page.emulateMedia({ colorScheme })
      await settle(page)
      yield { width, colorScheme }
    }
}

/** What is drawn follows a new size with the next frames. */
async function settle(page: Page): Promise<void> {
  for (let tries = 0; tries < 60; tries++) {
    if ((await page.evaluate<number>('document.documentElement.scrollWidth - innerWidth')) <= 0) return
    await page.waitForTimeout(50)
  }
}

async function listen(context: BrowserContext, home: string): Promise<() => string[]> {
  const complaints: { text: string; about?: string }[] = []
  const documents = new Set<string>()
  await context.route(
    (url) => url.protocol.startsWith('http') && url.origin !== home,
    (route) => {
      complaints.push({ text: `asked ${route.request().url()}` })
      return route.abort()
    },
  )
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
