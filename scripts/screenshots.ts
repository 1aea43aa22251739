// npm run screenshots: takes screenshots of every page, on desktop and phone, in light and dark.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { wordsFromShell } from '@veritrace/platform/command-line'
import { buildConfig } from '@veritrace/platform/config/config'
import { readSettings } from '@veritrace/platform/config/env'
import { openLog } from '@veritrace/platform/log'
import type { Browser, Page, Request } from 'playwright-core'
import { startServer } from '../apps/server/start.ts'
import { ensureWebBuilt } from '../apps/web/ensure-built.ts'
import { launchBrowser } from '../test/browser/chromium.ts'
import { contactSheet } from './contact-sheet.ts'
import { fillDemo } from './demo-for-screens.ts'
import { buildPlayground } from './playground-build.ts'
import { type Screen, screensOf } from './screens.ts'

const FOLDER = join(import.meta.dirname, '../screenshots')
const WINDOWS = {
  1440: { viewport: { width: 1440, height: 900 } },
  390: { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true },
} as const
const THEMES = ['light', 'dark'] as const
/** Longer pages are cut off. */
const HIGHEST = 3_000
const PATIENCE_MS = 20_000
/** Most of the time is spent waiting for a page to settle. */
const AT_ONCE = 3

/** Resolves when the page has loaded and has not changed for a while. */
const SETTLED = `new Promise((done) => {
  const end = performance.now() + 10_000
  let changed = performance.now()
  const watch = new MutationObserver(() => { changed = performance.now() })
  watch.observe(document.documentElement, { subtree: true, childList: true, characterData: true, attributes: true })
  const look = () => {
    const isBusy =
      !document.querySelector('main') || document.querySelector('[aria-busy=true], [role=progressbar]:not([aria-valuenow])')
    if (performance.now() > end || (!isBusy && performance.now() - changed > 400)) { watch.disconnect(); done() }
    else setTimeout(look, 50)
  }
  document.fonts.ready.then(look)
})`

const IMAGES = join(import.meta.dirname, '../docs/images')
const README: Readonly<Record<string, string>> = {
  'public-vendor': 'provenance',
  'console-graph': 'graph',
  'govern-readiness': 'casework',
}

const { only = [''], readme = false } = wordsFromShell({
  name: 'npm run screenshots',
  about: `Starts a demo and takes screenshots of every page at 1440 and 390 px, light and dark, into screenshots/, with a
contact sheet in screenshots/index.html.`,
  options: {
    only: {
      type: 'string',
      multiple: true,
      value: 'TEXT',
      help: 'only pages whose name contains this text',
    },
    readme: { type: 'boolean', help: 'take the pictures of the README, into docs/images/' },
  },
  examples: ['npm run screenshots', 'npm run screenshots -- --only graph'],
}).values
const problem = await ensureWebBuilt()
if (problem) throw new Error(problem)
const data = mkdtempSync(join(tmpdir(), 'veritrace-screens-'))
const server = await startServer(buildConfig(readSettings({ PORT: '0', DATA_DIR: data })), { log: openLog('warn') })
const browser = await launchBrowser()
try {
  const screens = screensOf(await fillDemo(server.url)).filter(({ name }) => only.some((part) => name.includes(part)))
  if (readme) for (const screen of screens.filter(({ name }) => name in README)) await takeForReadme(browser, screen)
  else await takeAll(screens)
} finally {
  await browser.close()
  await server.close()
  rmSync(data, { recursive: true, force: true })
}

async function takeAll(screens: readonly Screen[]): Promise<void> {
  mkdirSync(FOLDER, { recursive: true })
  const taken: string[] = []
  const waiting = ([1440, 390] as const).flatMap((width) => screens.map((screen) => ({ screen, width })))
  const takeNext = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift())
      taken.push(...(await take(browser, next.screen, next.width)))
  }
  await Promise.all(Array.from({ length: AT_ONCE }, takeNext))
  writeFileSync(join(FOLDER, 'index.html'), contactSheet(screens, Object.keys(WINDOWS), THEMES))
  console.log(`${taken.length} screenshots in screenshots/; see screenshots/index.html`)
}

/** What a visitor sees first on a desktop, without scrolling. */
async function takeForReadme(browser: Browser, screen: Screen): Promise<void> {
  mkdirSync(IMAGES, { recursive: true })
  const context = await browser.newContext({ baseURL: server.url, reducedMotion: 'reduce', ...WINDOWS[1440] })
  const page = await context.newPage()
  const settle = settling(page)
  await page.goto(screen.path)
  await settle()
  await screen.open?.(page)
  await page.mouse.move(0, 0)
  await settle()
  await page.screenshot({ path: join(IMAGES, `${README[screen.name]}.png`) })
  await context.close()
}

async function take(browser: Browser, screen: Screen, width: keyof typeof WINDOWS): Promise<string[]> {
  const context = await browser.newContext({ baseURL: server.url, reducedMotion: 'reduce', ...WINDOWS[width] })
  context.setDefaultTimeout(30_000)
  const files: string[] = []
  try {
    if (screen.isPlayground) await buildPlayground(context)
    const page = await context.newPage()
    const settle = settling(page)
    await page.goto(screen.path)
    await settle()
    await screen.open?.(page)
    // At its default position the pointer would hover over an element.
    await page.mouse.move(WINDOWS[width].viewport.width / 2, 0)
    for (const colorScheme of THEMES) {
      await page.emulateMedia({ colorScheme })
      await grow(page, WINDOWS[width].viewport, settle)
      files.push(`${screen.name}-${width}-${colorScheme}.png`)
      await page.screenshot({ path: join(FOLDER, files.at(-1)!), fullPage: !screen.path.startsWith('/app') })
    }
  } catch (error) {
    console.error(`✖ ${screen.name} at ${width}: ${(error as Error).message.split('\n')[0]}`)
    process.exitCode = 1
  } finally {
    await context.close()
  }
  return files
}

/** On a busy machine a response may take longer than the page is unchanged. Streams never finish. */
function settling(page: Page): () => Promise<void> {
  const asked = new Set<Request>()
  page.on('request', (request) => request.headers().accept !== 'text/event-stream' && asked.add(request))
  page.on('requestfinished', (request) => asked.delete(request))
  page.on('requestfailed', (request) => asked.delete(request))
  return async () => {
    const end = Date.now() + PATIENCE_MS
    do await page.evaluate(SETTLED)
    while (asked.size > 0 && Date.now() < end)
  }
}

/** Pages of the app scroll inside, so the window grows until everything is visible. */
async function grow(
  page: Page,
  { width, height }: { width: number; height: number },
  settle: () => Promise<void>,
): Promise<void> {
  await page.setViewportSize({ width, height })
  const hidden = await page.evaluate<number>(
    `(() => { const main = document.querySelector('main'); return main ? main.scrollHeight - main.clientHeight : 0 })()`,
  )
  if (hidden > 0) await page.setViewportSize({ width, height: Math.min(HIGHEST, height + hidden) })
  await settle()
}
