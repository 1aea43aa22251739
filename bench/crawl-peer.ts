// Our crawler over the same pages: robots asked, fetched, kept, extracted, compared and written down.
import { readConfig } from '@veritrace/platform/config/config'
import { newId } from '@veritrace/platform/ids'
import { openPlatform } from '@veritrace/platform/open'
import { openProvenance, provenanceMigrations } from '@veritrace/provenance'
import { sql } from 'kysely'
import { crawlVendor } from '../products/provenance/crawl/crawl-vendor.ts'

const [origin = '', pages = '0'] = process.argv.slice(2)
const settings = { CRAWL_DELAY_MS: '0', CRAWL_MAX_PAGES: '10000', OUTSIDE_ALLOW: '127.0.0.1', LOG_LEVEL: 'warn' }
const config = readConfig([], { ...process.env, ...settings })
const platform = await openPlatform({ config, publicUrl: origin, localUrl: origin, migrations: [provenanceMigrations] })
const vendor = newId('ven')
await sql`insert into provenance.vendors (id, slug, display_name, primary_domain, website_url)
  values (${vendor}, ${vendor}, 'Bench', ${vendor}, ${`${origin}/`})`.execute(platform.db)
await sql`insert into provenance.sources (id, vendor_id, kind, url, created_at)
  select ${vendor} || i, ${vendor}, 'security', ${`${origin}/p/`} || i, now()
  from generate_series(0, ${Number(pages) - 1}::int) i`.execute(platform.db)

const deps = openProvenance(platform)
const began = performance.now()
const { outcomes } = await crawlVendor(deps, vendor, { trigger: 'cli' })
const seconds = (performance.now() - began) / 1000
const read = outcomes.filter(({ status }) => status === 'succeeded').length
console.log('facts', JSON.stringify({ pages: String(read), seconds: String(seconds) }))
process.exit(0)
