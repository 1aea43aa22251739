// Our crawler over the same pages: robots asked, fetched, kept, extracted, compared and written down. A vendor has some
// dozens of pages, so the site is that of many vendors.
import { readConfig } from '@veritrace/platform/config/config'
import { newId } from '@veritrace/platform/ids'
import { openPlatform } from '@veritrace/platform/open'
import { openProvenance, provenanceMigrations } from '@veritrace/provenance'
import { sql } from 'kysely'
import { crawlVendor } from '../products/provenance/crawl/crawl-vendor.ts'

const OF_A_VENDOR = 50
const [origin = '', pages = '0'] = process.argv.slice(2)
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
const vendors = Array.from({ length: Number(pages) / OF_A_VENDOR }, () => newId('ven'))
for (const [place, vendor] of vendors.entries()) {
  await sql`insert into provenance.vendors (id, slug, display_name, primary_domain, website_url)
    values (${vendor}, ${vendor}, 'Bench', ${vendor}, ${`${origin}/`})`.execute(platform.db)
  await sql`insert into provenance.sources (id, vendor_id, kind, url, created_at)
    select ${vendor} || i, ${vendor}, 'security', ${`${origin}/p/`} || i, now()
    from generate_series(${place * OF_A_VENDOR}::int, ${(place + 1) * OF_A_VENDOR - 1}::int) i`.execute(platform.db)
}

const deps = openProvenance(platform)
const began = performance.now()
let read = 0
const crawl = async (): Promise<void> => {
  for (let vendor = vendors.pop(); vendor; vendor = vendors.pop()) {
    const { outcomes } = await crawlVendor(deps, vendor, { trigger: 'cli' })
    read += outcomes.filter(({ status }) => status === 'succeeded').length
  }
}
await Promise.all(Array.from({ length: deps.crawl.concurrency }, crawl))
const seconds = (performance.now() - began) / 1000
console.log('facts', JSON.stringify({ pages: String(read), seconds: String(seconds) }))
process.exit(0)
