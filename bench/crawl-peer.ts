// Our crawler over the same pages: robots asked, fetched, kept, extracted, compared and written down. A vendor has some
// dozens of pages, so the site is that of many vendors.
import { readConfig } from '@veritrace/platform/config/config'
import { newId } from '@veritrace/platform/ids'
import { openPlatform } from '@veritrace/platform/open'
import { openProvenance, provenanceMigrations } from '@veritrace/provenance'
import { sql } from 'kysely'
import { crawlVendor } from '../products/provenance/crawl/crawl-vendor.ts'

const OF_A_VENDOR = 50
const [origin = '', pages = '0', before = '0'] = process.argv.slice(2)
const settings = {
  CRAWL_DELAY_MS: '0',
  CRAWL_MAX_PAGES: '10000',
  // Each vendor is asked for one page at a time; so many vendors keep two cores busy.
  CRAWL_CONCURRENCY: '8',
  OUTSIDE_ALLOW: '127.0.0.1',
  LOG_LEVEL: 'warn',
}
const config = readConfig([], { ...process.env, ...settings })
const platform = await openPlatform({ config, publicUrl: origin, localUrl: origin, migrations: [provenanceMigrations] })
const deps = openProvenance(platform)
await crawl(await addVendors(Number(pages), Number(before)))
const began = performance.now()
const read = await crawl(await addVendors(0, Number(pages)))
const seconds = (performance.now() - began) / 1000
console.log('facts', JSON.stringify({ pages: String(read), seconds: String(seconds) }))
process.exit(0)

/** Each has a page of the kinds that are else looked for at hosts of their own: resolving names is not what is raced. */
async function addVendors(first: number, count: number): Promise<string[]> {
  const vendors = Array.from({ length: count / OF_A_VENDOR }, () => newId('ven'))
  for (const [place, vendor] of vendors.entries()) {
    const from = first + place * OF_A_VENDOR
    await sql`insert into provenance.vendors (id, slug, display_name, primary_domain, website_url)
      values (${vendor}, ${vendor}, 'Bench', ${vendor}, ${`${origin}/`})`.execute(platform.db)
    await sql`insert into provenance.sources (id, vendor_id, kind, url, created_at)
      select ${vendor} || i, ${vendor}, coalesce((array['trust_center', 'status'])[i - ${from}::int + 1], 'security'),
        ${`${origin}/p/`} || i, now()
      from generate_series(${from}::int, ${from + OF_A_VENDOR - 1}::int) i`.execute(platform.db)
  }
  return vendors
}

/** How many pages were read. */
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
