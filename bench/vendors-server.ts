// The directory with many vendors, in a separate process.
import { contract } from '@veritrace/contract'
import { readConfig } from '@veritrace/platform/config/config'
import { openPlatform } from '@veritrace/platform/open'
import { freePort } from '@veritrace/platform/ports'
import { serve } from '@veritrace/platform/serve'
import { provenance, provenanceMigrations } from '@veritrace/provenance'
import { fillDirectory } from './vendors-data.ts'

const port = await freePort()
const url = `http://127.0.0.1:${port}`
const settings = { RATE_FREE: '10000000', APP_AUTH_MODE: 'oidc', LOG_LEVEL: 'warn', ROLES: 'web' }
const config = readConfig([], { ...process.env, ...settings })
const platform = await openPlatform({ config, publicUrl: url, localUrl: url, migrations: [provenanceMigrations] })
await fillDirectory(platform.db)
await serve(platform, { port, products: [await provenance(platform)] })
console.log('facts', JSON.stringify({ url: url + contract.provenance.base }))
