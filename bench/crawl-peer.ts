// Our crawler on the same pages, with robots.txt, fetching, storing, extraction and comparison. A vendor has only some
// dozens of pages, so the site is split among many vendors.
import { readConfig } from '@veritrace/platform/config/config'
import { newId } from '@veritrace/platform/ids'
import { openPlatform } from '@veritrace/platform/open'
import { openProvenance, provenanceMigrations } from '@veritrace/provenance'
import { sql } from 'kysely'
import { crawlVendor } from '../products/provenance/crawl/crawl-vendor.ts'
import { KNOWN_HOSTS, KNOWN_PATHS } from '../products/provenance/sources/known-paths.ts'

const KINDS = [...new Set([...KNOWN_PATHS, ...KNOWN_HOSTS].map(([kind]) => kind))]
const OF_A_VENDOR = [20, 35, 50, 65, 80]
const [origin = '', pages = '0', before = '0'] = process.argv.slice(2)
const settings = {
  CRAWL_DELAY_MS: '0',
  CRAWL_MAX_PAGES: '10000',
  // Each vendor is crawled one page at a time; this many keep two cores busy.
  CRAWL_CONCURRENCY: '8',
  OUTSIDE_ALLOW: '127.0.0.1',
  LOG_LEVEL: 'warn',
}
const config = readConfig([], { ...process.env, ...settings })
const platform = await openPlatform({ config, publicUrl: origin, localUrl: origin, migrations: [provenanceMigrations] })
const deps = openProvenance(platform)
await crawl(await addVendors(Number(pages), Number(before)))
const vendors = await addVendors(0, Number(pages))
const began = performance.now()
const read = await crawl(vendors)
const seconds = (performance.now() - began) / 1000
console.log('facts', JSON.stringify({ pages: String(read), seconds: String(seconds) }))
process.exit(0)

/**
 * Each vendor has a page of every kind, so that none is searched at the usual paths: the bench measures reading, not
 * guessing.
 */
async function addVendors(first: number, count: number): Promise<string[]> {
  const vendors: string[] = []
  for (let from = first; from < first + count; ) {
    const vendor = newId('ven')
    const next = Math.min(from + OF_A_VENDOR[vendors.length % OF_A_VENDOR.length]!, first + count)
    await sql`insert into provenance.vendors (id, slug, display_name, primary_domain, website_url)
      values (${vendor}, ${vendor}, 'Bench', ${vendor}, ${`${origin}/`})`.execute(platform.db)
    await sql`insert into provenance.sources (id, vendor_id, kind, url, created_at)
      select ${vendor} || i, ${vendor}, coalesce((${KINDS}::text[])[i - ${from}::int + 1], 'security'),
        ${`${origin}/p/`} || i, now()
      from generate_series(${from}::int, ${next - 1}::int) i`.execute(platform.db)
    vendors.push(vendor)
    from = next
  }
  return vendors
}

/** Returns how many pages were read. */
async function crawl(vendors: string[]): Promise<number> {
  let read = 0
  const next = async (): Promise<void> => {
    for (let vendor = vendors.pop(); vendor; vendor = vendors.pop()) {
      const { outcomes } = await crawlVendor(deps, vendor, { trigger: 'cli' })
      read += outcomes.filter(({ status }) => status === 'succeeded').length
    }
  }
  await Promise.all(Array.from({ length: deps.crawl.concurrency }, next))
  return read
}
