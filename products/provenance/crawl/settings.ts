// Identity and politeness settings of the crawler.
import { setTimeout as sleep } from 'node:timers/promises'
import type { Config } from '@veritrace/platform/config/config'

export interface CrawlSettings {
  /** The product token, which robots.txt rules refer to. */
  agent: string
  userAgent: string
  /** Address of the page that describes the crawler and how to block it. */
  aboutUrl: string
  from: string | undefined
  /** 0 turns pauses off. */
  delayMs: number
  /** Limit of requests to one host per crawl of a vendor. */
  maxPages: number
  concurrency: number
  /** Waits for the turn at a host. Tests move the clock instead. */
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
