// The directory of the demo: invented vendors with sites on this machine, read by the real crawler. The first start
// reads their story week by week, with a shifted clock. After that, the sites no longer change.
import type { Config } from '@veritrace/platform/config/config'
import { openSafeFetch, type SafeFetch } from '@veritrace/platform/outside/safe-fetch'
import { freePort } from '@veritrace/platform/ports'
import { crawlVendor } from '../crawl/crawl-vendor.ts'
import { type DemoWeb, openDemoWeb } from '../demo-web/open.ts'
import { DEMO_VENDORS, homeOf, LAST_DAY, scriptedDays } from '../demo-web/vendors.ts'
import type { Provenance, ProvenanceParts } from '../deps.ts'
import { openProvenance } from '../open-provenance.ts'
import { insertDemoVendors, listDemoVendors, setSite } from './demo-store.ts'

export interface DemoDirectory {
  /** Reaches the invented sites, and no other service on this machine. */
  safeFetch: SafeFetch
  /** Reads the rest of the story in the background. */
  start(): void
  isReading(): boolean
  close(): Promise<void>
}

const DAY = 24 * 3_600_000
const STORY_MS = scriptedDays()[0]!.daysAgo * DAY
const VENDORS_AT_ONCE = 3

type Parts = ProvenanceParts & { config: Pick<Config, 'outside'> }

/** `progress` receives what is being read; undefined at the end. */
export async function openDemoDirectory(
  parts: Parts,
  progress: (state: string | undefined) => void = () => {},
): Promise<DemoDirectory> {
  const { db, clock, config, log } = parts
  const known = (await listDemoVendors(db)).find(({ website_url }) => new URL(website_url).port !== '')
  // The directory contains the addresses of the sites, so they must keep their port.
  const port = known ? Number(new URL(known.website_url).port) : await freePort()
  const web = await openDemoWeb({ port, day: LAST_DAY }).catch(alreadyServed)
  const homes = DEMO_VENDORS.map((vendor) => ({ ...vendor, website_url: homeOf(vendor, port) }))
  const since = known?.created_at ?? new Date(clock.now().getTime() - STORY_MS)
  await insertDemoVendors(db, homes, since)
  const listed = new Map((await listDemoVendors(db)).map(({ slug, website_url }) => [slug, website_url]))
  for (const { slug, website_url } of homes)
    if (listed.get(slug) !== website_url) await setSite(db, slug, website_url, since)
  const safeFetch = openSafeFetch({ allow: [...config.outside.allow, `127.0.0.1:${port}`] })
  const deps = openProvenance({ ...parts, safeFetch })
  const stopping = new AbortController()
  let reading: Promise<void> | undefined
  let isReading = web !== undefined
  return {
    safeFetch,
    start: () => {
      if (!web) return
      reading = readStory(deps, web, stopping.signal, progress).catch((error: unknown) => {
        if (!stopping.signal.aborted) log.error({ err: error }, 'the sites of the demo could not be read')
      })
      void reading.then(() => {
        isReading = false
        progress(undefined)
      })
    },
    isReading: () => isReading,
    close: async () => {
      stopping.abort()
      await reading
      await Promise.all([web?.close(), safeFetch.close(), deps.extractors.close()])
    },
  }
}

/** Another process of this installation already serves the sites. */
function alreadyServed(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'EADDRINUSE') throw error
}

async function readStory(
  deps: Provenance,
  web: DemoWeb,
  signal: AbortSignal,
  progress: (state: string) => void,
): Promise<void> {
  const days = scriptedDays()
  for (const [at, { day, daysAgo }] of days.entries()) {
    const vendors = await listDemoVendors(deps.db)
    const momentOf = (created: Date) => new Date(created.getTime() + STORY_MS - daysAgo * DAY)
    const unread = vendors.filter(
      ({ created_at, crawled_at }) => !crawled_at || new Date(crawled_at) < momentOf(created_at),
    )
    if (unread.length === 0) continue
    web.setDay(day)
    let read = vendors.length - unread.length
    const then = { ...deps, ...asOfDay(deps, momentOf(unread[0]!.created_at)) }
    const readNext = async (): Promise<void> => {
      for (let vendor = unread.shift(); vendor && !signal.aborted; vendor = unread.shift()) {
        progress(`week ${at + 1} of ${days.length}, ${++read} of ${vendors.length}`)
        await crawlVendor(then, vendor.id, { trigger: 'schedule' }, signal)
      }
    }
    await Promise.all(Array.from({ length: VENDORS_AT_ONCE }, readNext))
    if (signal.aborted) return
  }
}

/** A clock that runs from that moment, and no pauses between requests, because the sites are ours. */
function asOfDay({ clock, crawl }: Provenance, moment: Date): Pick<Provenance, 'clock' | 'crawl'> {
  const began = clock.now().getTime()
  return {
    clock: { now: () => new Date(moment.getTime() + clock.now().getTime() - began) },
    crawl: { ...crawl, delayMs: 0 },
  }
}
