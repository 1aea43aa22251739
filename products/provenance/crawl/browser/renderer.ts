// Browsers for pages that are empty without scripts: one for each page, so that none meets another, and one that breaks or
// hangs takes only its page with it. The program starts when it is first needed.
import { setTimeout as sleep } from 'node:timers/promises'
import type { Log } from '@veritrace/platform/log'
import type { Browser } from 'playwright-core'
import { type AskPart, BrowserFailure, LIMITS, type Limits, type Sent, type Visited, visit } from './visit.ts'

export interface Renderer {
  /** One page of a vendor at a time, and few at once. */
  render(vendor: string, sent: Sent, ask: AskPart): Promise<Visited>
  close(): Promise<void>
}

interface Options {
  path: string
  /** Whether Chromium shuts its pages in by itself. */
  sandbox: boolean
  log: Log
  limits?: Partial<Limits>
}

/** A browser takes about as much memory and time as the rest of a crawl. */
const AT_ONCE = 2
const START_MS = 15_000
const END_MS = 3_000

/** It reaches nobody: names do not resolve, all else goes to a proxy that is not there, and no packet goes around that. */
const ARGS = [
  '--host-resolver-rules=MAP * ~NOTFOUND',
  '--proxy-server=socks5://nobody.invalid:1',
  '--proxy-bypass-list=<-loopback>',
  '--force-webrtc-ip-handling-policy=disable_non_proxied_udp',
  '--disable-quic',
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
]

export function openRenderer({ path, sandbox, log, limits: own }: Options): Renderer {
  const limits = { ...LIMITS, ...own }
  const open = new Set<Browser>()
  const turns = inTurns(AT_ONCE)
  let isClosed = false

  const launch = async (): Promise<Browser> => {
    if (isClosed) throw new BrowserFailure('not_started', 'The server is stopping.')
    try {
      const { chromium } = await import('playwright-core')
      const browser = await chromium.launch({
        ...{ executablePath: path, headless: true, chromiumSandbox: sandbox, args: ARGS, timeout: START_MS },
        ...{ handleSIGINT: false, handleSIGTERM: false, handleSIGHUP: false },
        // Nothing that this process knows is for the pages.
        env: { PATH: process.env.PATH ?? '', HOME: process.env.HOME ?? '', LANG: 'C.UTF-8' },
      })
      open.add(browser)
      return browser
    } catch (error) {
      log.error({ err: error }, 'the browser for pages that need scripts does not start; see CRAWL_BROWSER')
      throw new BrowserFailure('not_started', 'The browser does not start.', { cause: error })
    }
  }
  const end = async (browser: Browser): Promise<void> => {
    open.delete(browser)
    // One that hangs is ended by force a while later, and nobody waits for that.
    await Promise.race([browser.close().catch(() => {}), sleep(END_MS)])
  }
  return {
    render: (vendor, sent, ask) =>
      turns(vendor, async () => {
        const browser = await launch()
        const refused: unknown[] = []
        const asking: AskPart = (...part) =>
          ask(...part).catch((error: unknown) => {
            refused.push(error)
            throw error
          })
        try {
          return await visit(browser, sent, asking, limits)
        } catch (error) {
          // What is neither about the page nor about an answer is about the browser.
          if (error instanceof BrowserFailure || refused.includes(error)) throw error
          throw new BrowserFailure('broken', 'The browser broke.', { cause: error })
        } finally {
          await end(browser)
        }
      }),
    async close() {
      isClosed = true
      await Promise.all([...open].map(end))
    },
  }
}

/** So many at once, and of each name one. */
function inTurns(atOnce: number) {
  const busy = new Set<string>()
  const waiting: { name: string; go(): void }[] = []
  const next = (): void => {
    const at = busy.size < atOnce ? waiting.findIndex(({ name }) => !busy.has(name)) : -1
    if (at < 0) return
    const [{ name, go }] = waiting.splice(at, 1) as [(typeof waiting)[number]]
    busy.add(name)
    go()
    next()
  }
  return async <T>(name: string, work: () => Promise<T>): Promise<T> => {
    await new Promise<void>((go) => {
      waiting.push({ name, go })
      next()
    })
    try {
      return await work()
    } finally {
      busy.delete(name)
      next()
    }
  }
}
