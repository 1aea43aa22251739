// Browsers for pages that are empty without scripts. Each page has its own browser, so that pages cannot affect each
// other and a crash or hang loses only one page. Browsers start on demand.
import { setTimeout as sleep } from 'node:timers/promises'
import type { Log } from '@veritrace/platform/log'
import type { Browser } from 'playwright-core'
import { type AskPart, BrowserFailure, LIMITS, type Limits, type Sent, type Visited, visit } from './visit.ts'

export interface Renderer {
  /** One page per vendor at a time, and a limited number in total. */
  render(vendor: string, sent: Sent, ask: AskPart): Promise<Visited>
  close(): Promise<void>
}

interface Options {
  path: string
  /** Whether to use Chromium's own sandbox. */
  sandbox: boolean
  log: Log
  limits?: Partial<Limits>
}

/** Each browser needs about as much memory and time as the rest of a crawl. */
const AT_ONCE = 2
const START_MS = 15_000
const END_MS = 3_000

/**
 * No network access: names do not resolve, everything else goes to a proxy that does not exist, and WebRTC is proxied.
 */
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
        // Pages must not see the environment of this process.
        env: { PATH: process.env.PATH ?? '', HOME: process.env.HOME ?? '', LANG: 'C.UTF-8' },
      })
      open.add(browser)
      return browser
    } catch (error) {
      log.error({ err: error }, 'the browser for pages that need scripts failed to start; see CRAWL_BROWSER')
      throw new BrowserFailure('not_started', 'The browser does not start.', { cause: error })
    }
  }
  const end = async (browser: Browser): Promise<void> => {
    open.delete(browser)
    // A browser that hangs is killed later, without waiting for it here.
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
          // Errors of neither the page nor a fetched part are errors of the browser.
          if (error instanceof BrowserFailure || refused.includes(error)) throw error
          throw new BrowserFailure('broken', 'The browser crashed.', { cause: error })
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

/** Limits concurrency to `atOnce` in total and to one per name. */
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
