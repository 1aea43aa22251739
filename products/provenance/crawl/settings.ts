// Who the crawler says it is, and how polite it is.
import { setTimeout as sleep } from 'node:timers/promises'
import type { Config } from '@veritrace/platform/config/config'

export interface CrawlSettings {
  /** The product token: what robots.txt calls us. */
  agent: string
  userAgent: string
  /** The page that says what the crawler is and how to keep it away. */
  aboutUrl: string
  from: string | undefined
  /** 0 turns politeness off. */
  delayMs: number
  /** Requests to one host in one crawl of a vendor. */
  maxPages: number
  concurrency: number
  /** How time passes while a host's turn is waited for. */
  wait(ms: number, signal?: AbortSignal): Promise<void>
}

const CRAWLER_VERSION = '1.0'

export function crawlSettings(config: Config['crawl'], publicUrl: string): CrawlSettings {
  const aboutUrl = config.aboutUrl ?? `${publicUrl}/bot`
  return {
    agent: config.agent,
    userAgent: `${config.agent}/${CRAWLER_VERSION} (+${aboutUrl})`,
    aboutUrl,
    from: config.from,
    delayMs: config.delayMs,
    maxPages: config.maxPages,
    concurrency: config.concurrency,
    wait: async (ms, signal) => void (await sleep(ms, undefined, signal && { signal })),
  }
}
