// npm run attack: starts a server on a fresh PostgreSQL, attacks it and prints the findings as a table.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { wordsFromShell } from '@veritrace/platform/command-line'
import { buildConfig } from '@veritrace/platform/config/config'
import { readSettings } from '@veritrace/platform/config/env'
import { openLog } from '@veritrace/platform/log'
import { WHOLE_SERVER } from '@veritrace/platform/testing/settings'
import { startServer } from '../apps/server/start.ts'
import { crossing } from '../test/attack/crossing.ts'
import { fuzz } from '../test/attack/fuzz.ts'
import { type Part, table } from '../test/attack/part.ts'
import { roles } from '../test/attack/roles.ts'
import { FORGETFUL, startPostgres } from './postgres.ts'

const { values } = wordsFromShell({
  name: 'npm run attack',
  about: `Starts a server on a fresh PostgreSQL, attacks it, and prints the findings as a table: ids of another tenant, every
role, and random requests.`,
  options: {
    requests: { type: 'string', value: 'N', default: '100000', help: 'the number of random requests' },
    variants: { type: 'string', value: 'N', default: '4', help: 'random requests per operation and credential' },
    seed: { type: 'string', value: 'N', default: '1', help: 'repeats a run' },
    only: { type: 'string', value: 'LIST', default: 'crossing,roles,fuzz', help: 'some of the parts' },
    operation: { type: 'string', value: 'PATTERN', help: 'only operations that match this regular expression' },
  },
  notes: ['Exits 1 if there is a finding. docs/attacks.md describes the parts.'],
  examples: ['npm run attack', 'npm run attack -- --only fuzz --requests 2000 --operation "^graph"'],
})
const [requests, variants, seed] = [values.requests, values.variants, values.seed].map(Number) as [
  number,
  number,
  number,
]
const only = values.operation === undefined ? {} : { only: new RegExp(values.operation) }
const wanted = values.only.split(',')

const folder = mkdtempSync(join(tmpdir(), 'veritrace-attack-'))
const postgres = await startPostgres(FORGETFUL)
const limits = { RATE_FREE: '10000000', RATE_PRO: '10000000' }
const settings = readSettings({
  ...{ PORT: '0', DEMO_SITES: '0', APP_AUTH_MODE: 'oidc', ROLES: 'web', DATA_DIR: folder, DATABASE_URL: postgres.url },
  ...WHOLE_SERVER,
  ...limits,
})
const server = await startServer(buildConfig(settings), { log: openLog('silent') })
const parts: Part[] = []
if (wanted.includes('crossing')) parts.push(await crossing(server, { variants, seed, ...only }))
if (wanted.includes('roles')) parts.push(await roles(server, only.only))
if (wanted.includes('fuzz')) parts.push(await fuzz(server, { requests, seed, ...only }))
await server.close()
await postgres.stop()
rmSync(folder, { recursive: true, force: true })
console.log(table(parts))
process.exit(parts.some(({ findings }) => findings.length > 0) ? 1 : 0)
