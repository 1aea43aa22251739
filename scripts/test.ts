// All tests, on both databases: first the embedded one, then a real PostgreSQL.
//   npm test                                   everything
//   npm test -- --on postgres platform/jobs    one database, some folders or files
import { spawn } from 'node:child_process'
import { globSync, statSync } from 'node:fs'
import { startPostgres } from './postgres.ts'

const words = process.argv.slice(2)
const at = words.indexOf('--on')
const on = at >= 0 ? words.splice(at, 2)[1] : undefined
const places = words.length > 0 ? words : ['contract', 'platform', 'products', 'apps', 'test']
const files = places.flatMap((place) =>
  statSync(place).isDirectory()
    ? globSync(`${place}/**/*.test.ts`, { exclude: (name) => name === 'node_modules' })
    : [place],
)

/** Rooms that know no database, and suites that are not about it: once is enough. */
const WITHOUT_DATABASE = new RegExp(
  `^(?:${[
    'apps/web',
    'test/browser',
    'products/provenance/(?:extract|vendors/derive)',
    'products/graph/(?:conformance|embedder|engine|guard|terms|ontologies/scoring|shapes/shacl)',
  ].join('|')})/`,
)

const codes: number[] = []
if (on !== 'postgres') codes.push(await run('embedded', files, {}))
if (on !== 'embedded') {
  const postgres = await startPostgres()
  const withDatabase = on ? files : files.filter((file) => !WITHOUT_DATABASE.test(file))
  codes.push(await run('postgres', withDatabase, { TEST_DATABASE_URL: postgres.url }))
  await postgres.stop()
}
process.exit(Math.max(...codes))

/** One process and one database for all files: tests keep apart by tenant, which tests tenancy every time. */
function run(name: string, tests: readonly string[], env: Record<string, string>): Promise<number> {
  console.log(`\n── tests on the ${name} database ──`)
  const reporter = process.env.CI ? 'spec' : 'dot'
  const args = [
    '--test',
    '--test-isolation=none',
    '--test-force-exit',
    `--test-reporter=${process.env.TEST_REPORTER ?? reporter}`,
    '--test-timeout=120000',
  ]
  const child = spawn(process.execPath, [...args, ...tests], {
    stdio: 'inherit',
    env: { ...process.env, NODE_ENV: 'test', ...env },
  })
  return new Promise((done) => child.on('close', (code) => done(code ?? 1)))
}
