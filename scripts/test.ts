// All tests, on both databases: the embedded one and a real PostgreSQL, side by side.
//   npm test                                   everything
//   npm test -- --on postgres platform/jobs    one database, some folders or files
import { spawn } from 'node:child_process'
import { globSync, mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { FORGETFUL, startPostgres } from './postgres.ts'

const words = process.argv.slice(2)
const at = words.indexOf('--on')
const on = at >= 0 ? words.splice(at, 2)[1] : undefined
const places = words.length > 0 ? words : ['contract', 'platform', 'products', 'apps', 'test']
const files = places.flatMap((place) =>
  statSync(place).isDirectory()
    ? globSync(`${place}/**/*.test.ts`, { exclude: (name) => name === 'node_modules' })
    : [place],
)

/** Rooms that know no database, and suites that look at something else than it: on the embedded one only. */
const ONCE = new RegExp(
  `^(?:${[
    'apps/',
    'contract/',
    'platform/(?:blobs|config|identity/users|outside)/',
    'platform/http/(?:auth-routes|cors|site-routes|web-files)\\.',
    'test/(?:browser/|fuzz|roles|secrets|session|strangers|surface)',
    'test/journeys/(?:casework|demo-story|graph-killed)',
    'products/provenance/(?:extract|robots|demo-web|exports|markdown|site|vendors/derive)/',
    'products/graph/(?:conformance|console|embedder|engine|guard|health|terms|tutor|ontologies/scoring|shapes/shacl)/',
    'products/graph/sparql/(?:bombs|depth|hostile|turns)\\.',
  ].join('|')})`,
)

/**
 * Slices of products all run on PostgreSQL, where a query that would hang the embedded database is refused. On that one
 * run, besides everything else, those that lean most on the database. `--on embedded` runs them all there.
 */
const ON_EMBEDDED_TOO = /^products\/(?:provenance\/(?:pages|claims)|graph\/(?:statements|sparql))\//
const isOfEmbedded = (file: string): boolean =>
  !file.startsWith('products/') || ONCE.test(file) || ON_EMBEDDED_TOO.test(file)

interface Part {
  name: string
  tests: readonly string[]
  env: Record<string, string>
}

// What a process has compiled, the servers that tests start need not compile again.
const compiled = mkdtempSync(join(tmpdir(), 'veritrace-compiled-'))
const postgres = on === 'embedded' ? undefined : await startPostgres(FORGETFUL)
const parts = partsOf(postgres?.url).filter(({ tests }) => tests.length > 0)
const codes = await Promise.all(parts.map((part) => run(part, parts.length === 1)))
await postgres?.stop()
rmSync(compiled, { recursive: true, force: true })
process.exit(Math.max(0, ...codes))

function partsOf(postgresUrl: string | undefined): Part[] {
  if (on === 'embedded') return [{ name: 'embedded', tests: files, env: {} }]
  const env = { TEST_DATABASE_URL: postgresUrl! }
  if (on === 'postgres') return [{ name: 'postgres', tests: files, env }]
  const onPostgres = files.filter((file) => !ONCE.test(file))
  const onEmbedded = files.filter(isOfEmbedded)
  // Of about the same length.
  const isLater = (file: string) => /^products\/(?:graph|casework)\//.test(file)
  const isProduct = (file: string) => /^(?:products|apps)\//.test(file)
  return [
    { name: 'postgres, graph and casework', tests: onPostgres.filter(isLater), env },
    { name: 'postgres, the rest', tests: onPostgres.filter((file) => !isLater(file)), env },
    { name: 'embedded, products', tests: onEmbedded.filter(isProduct), env: {} },
    { name: 'embedded, the rest', tests: onEmbedded.filter((file) => !isProduct(file)), env: {} },
  ]
}

/**
 * One process and one database for all files of a part: tests keep apart by tenant, which tests tenancy every time.
 * What one of several parts says is shown when it is done, so that their words do not mix.
 */
function run({ name, tests, env }: Part, alone: boolean): Promise<number> {
  const title = `── tests on the database: ${name} ──`
  const began = performance.now()
  const reporter = process.env.CI ? 'spec' : 'dot'
  const args = [
    // As in `npm start`: less time goes into collecting garbage.
    '--max-semi-space-size=64',
    '--test-force-exit',
    `--test-reporter=${process.env.TEST_REPORTER ?? reporter}`,
    '--test-timeout=300000',
    'scripts/test-files.ts',
  ]
  const child = spawn(process.execPath, [...args, ...tests], {
    stdio: ['ignore', alone ? 'inherit' : 'pipe', alone ? 'inherit' : 'pipe'],
    env: { ...process.env, NODE_ENV: 'test', NODE_COMPILE_CACHE: compiled, ...env },
  })
  console.log(`${title} started`)
  const said: Buffer[] = []
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk: Buffer) => said.push(chunk))
  return new Promise((done) =>
    child.on('close', (code) => {
      process.stdout.write(Buffer.concat(said))
      const seconds = Math.round((performance.now() - began) / 1000)
      console.log(`${title} ${code === 0 ? 'passed' : 'FAILED'} after ${seconds} s`)
      done(code ?? 1)
    }),
  )
}
