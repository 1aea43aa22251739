// npm test: runs all tests on both databases, the embedded one and a real PostgreSQL, in parallel.
import { spawn } from 'node:child_process'
import { existsSync, globSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { wordsFromShell } from '@veritrace/platform/command-line'
import { hasBrowser, NO_BROWSER } from '../test/browser/chromium.ts'
import { FORGETFUL, startPostgres } from './postgres.ts'
import { useTestFolder } from './test-folder.ts'
import { makeTenantCheckFolder, unneededExemptions } from './unneeded-exemptions.ts'

const {
  values: { on },
  positionals: words,
} = wordsFromShell({
  name: 'npm test',
  words: '[FOLDER | FILE …]',
  about: `Runs the tests in some folders or files, or all tests. Without --on, each runs on the database that it needs: a
PostgreSQL from npm, the embedded database, or both.`,
  options: { on: { type: 'string', value: 'DATABASE', help: 'postgres or embedded: run everything on this database' } },
  notes: [
    'Environment: TEST_REPORTER (dot, spec, tap …), CI (all output), CHROMIUM_PATH (the browser of browser tests).',
  ],
  examples: ['npm test', 'npm test -- --on embedded products/provenance', 'npm test -- --on postgres platform/jobs'],
})
if (on !== undefined && on !== 'postgres' && on !== 'embedded')
  stop(`“${on}” is not a database; --on takes postgres or embedded.`)
const missing = words.find((place) => !existsSync(place))
if (missing !== undefined) stop(`There is no file or folder “${missing}”.`)
const places = words.length > 0 ? words : ['contract', 'platform', 'products', 'apps', 'test']
const found = places.flatMap((place) =>
  statSync(place).isDirectory()
    ? globSync(`${place}/**/*.test.ts`, { exclude: (name) => name === 'node_modules' })
    : [place],
)
const files = hasBrowser() || process.env.CI ? found : withoutBrowser(found)

/** Rooms that hardly use a database, tests of the embedded database, and journeys that have a PostgreSQL variant. */
const EMBEDDED_ONLY =
  /^apps\/(?!server\/(?:commands|vendors|verify-audit))|^contract\/|^platform\/(?:blobs|config|outside|db\/embedded)|^test\/journeys\/casework\./

/**
 * The embedded database is PostgreSQL too, with one process and one connection. Only tests that may notice the
 * difference run on it: the database, jobs and events, startup and shutdown, the model slice, bulk statements, and two
 * journeys. Everything else runs only on PostgreSQL, which is faster. `--on embedded` runs anything on the embedded
 * database.
 */
const POSTGRES_ONLY =
  /^products\/(?!provenance\/pages\/|graph\/statements\/statements)|^apps\/server\/(?:commands|vendors|verify-audit)|^platform\/(?:http|identity|metering|operation|testing|threads|webhooks)\/|^platform\/serve\.|^test\/(?:attack|chaos|browser|fuzz|idempotency|lists|product-limits|roles|secrets|session|strangers|surface|demo-mail|journeys\/(?:casework-|graph-sync|webhook))/

const PARALLEL = 3

interface Part {
  name: string
  tests: readonly string[]
  /** Uses a separate server, because long transactions of one part would delay those who wait for them in another. */
  onPostgres: boolean
}

/** The compile cache that all processes and test servers share. */
const compiled = fileURLToPath(new URL('../node_modules/.cache/veritrace/compiled', import.meta.url))
useTestFolder()
const tenantCheckFolder = on === undefined && words.length === 0 ? makeTenantCheckFolder() : undefined
const failures = mkdtempSync(join(tmpdir(), 'veritrace-failures-'))
process.on('exit', () => rmSync(failures, { recursive: true, force: true }))
const parts = partsOf().filter(({ tests }) => tests.length > 0)
const began = performance.now()
const ended = await inParallel(parts, async (part) => ({ part, code: await run(part, parts.length === 1) }))
const failed = ended.filter(({ code }) => code !== 0)
if (parts.length > 1) {
  for (const { part } of failed) tellFailures(part.name)
  console.log(`── all tests ── ${failed.length === 0 ? 'passed' : 'FAILED'} after ${secondsSince(began)} s`)
}
// Only a warning: some exemptions are needed only in rare interleavings. After a failure the list would be misleading.
const unneeded = tenantCheckFolder && failed.length === 0 ? unneededExemptions(tenantCheckFolder) : []
for (const exemption of unneeded)
  console.log(`No test needs this line of platform/testing/tenant-isolation/exemptions.ts: ${exemption}`)
process.exit(Math.max(0, ...failed.map(({ code }) => code)))

function stop(why: string): never {
  console.error(why)
  process.exit(2)
}

function partsOf(): Part[] {
  if (on) return [{ name: on, tests: files, onPostgres: on === 'postgres' }]
  const onPostgres = files.filter((file) => !EMBEDDED_ONLY.test(file))
  const onEmbedded = files.filter((file) => !POSTGRES_ONLY.test(file))
  const [seen, unseen] = split(onPostgres, /^test\/browser\//)
  const [whole, rooms] = split(unseen, /^test\//)
  const [journeys, all] = split(whole, /^test\/journeys\//)
  const [graph, others] = split(rooms, /^products\/graph\//)
  const [casework, rest] = split(others, /^products\/casework\//)
  const [provenance, platform] = split(rest, /^products\//)
  // The longest first and the shortest last, so that no part runs alone for a long time at the end.
  // Journeys and platform tests often wait, which leaves the CPU to others.
  return [
    { name: 'postgres, all products', tests: all, onPostgres: true },
    { name: 'postgres, journeys', tests: journeys, onPostgres: true },
    { name: 'postgres, graph', tests: graph, onPostgres: true },
    { name: 'postgres, browser', tests: seen, onPostgres: true },
    { name: 'postgres, platform', tests: platform, onPostgres: true },
    // In one process, because opening this database takes seconds.
    { name: 'embedded', tests: onEmbedded, onPostgres: false },
    { name: 'postgres, casework', tests: casework, onPostgres: true },
    { name: 'postgres, provenance', tests: provenance, onPostgres: true },
  ]
}

/** Limits parallelism: more parts slow each other down on two cores. */
async function inParallel<T, R>(all: readonly T[], work: (one: T) => Promise<R>): Promise<R[]> {
  const waiting = [...all]
  const done: R[] = []
  const worker = async (): Promise<void> => {
    for (let one = waiting.shift(); one !== undefined; one = waiting.shift()) done.push(await work(one))
  }
  await Promise.all(Array.from({ length: PARALLEL }, worker))
  return done
}

/** Without a browser the other tests can still run; CI always runs all tests. */
function withoutBrowser(all: readonly string[]): string[] {
  const [seen, unseen] = split(all, /^test\/browser\//)
  if (seen.length > 0) console.log(`── ${seen.length} browser test files are skipped ── ${NO_BROWSER}`)
  return unseen
}

function split(all: readonly string[], which: RegExp): [string[], string[]] {
  return [all.filter((file) => which.test(file)), all.filter((file) => !which.test(file))]
}

/**
 * One process and one database for all files of a part: tests are isolated by tenant, which tests tenancy every time.
 * With several parts, the output of each is printed when it is done, so that it is not mixed.
 */
async function run({ name, tests, onPostgres }: Part, alone: boolean): Promise<number> {
  const title = `── tests on the database: ${name} ──`
  const began = performance.now()
  const reporter = process.env.TEST_REPORTER ?? (process.env.CI ? 'spec' : 'dot')
  const args = [
    // As in `npm start`: spends less time on garbage collection.
    '--max-semi-space-size=64',
    // In a short run, optimizing the WebAssembly of the embedded database does not pay off.
    ...(onPostgres ? [] : ['--liftoff-only']),
    '--test-force-exit',
    ...reportersOf(reporter, name),
    '--test-timeout=300000',
    'scripts/test-files.ts',
  ]
  const postgres = onPostgres ? await startPostgres(FORGETFUL) : undefined
  const child = spawn(process.execPath, [...args, ...tests], {
    stdio: ['ignore', alone ? 'inherit' : 'pipe', alone ? 'inherit' : 'pipe'],
    env: {
      ...process.env,
      NODE_ENV: 'test',
      NODE_COMPILE_CACHE: compiled,
      ...(postgres && { TEST_DATABASE_URL: postgres.url }),
      ...(tenantCheckFolder && { TENANT_CHECK_FOLDER: tenantCheckFolder }),
    },
  })
  console.log(`${title} started`)
  const said: Buffer[] = []
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk: Buffer) => said.push(chunk))
  const code = await new Promise<number | null>((done) => child.on('close', done))
  await postgres?.stop()
  process.stdout.write(Buffer.concat(said))
  console.log(`${title} ${code === 0 ? 'passed' : 'FAILED'} after ${secondsSince(began)} s`)
  return code ?? 1
}

function reportersOf(reporter: string, part: string): string[] {
  const to = (one: string, where: string): string[] => [
    `--test-reporter=${one}`,
    `--test-reporter-destination=${where}`,
  ]
  if (reporter === 'dot') return [...to(reporter, 'stdout'), ...to('./scripts/report-skips.ts', 'stdout')]
  return [...to(reporter, 'stdout'), ...to('./scripts/report-failures.ts', failuresOf(part))]
}

function failuresOf(part: string): string {
  return join(failures, part)
}

/** Repeats failures at the end, because a part's output may be thousands of lines up. With dots it is short enough. */
function tellFailures(part: string): void {
  const file = failuresOf(part)
  if (!existsSync(file)) return
  console.log(
    `── failed on the database: ${part} ──\n${readFileSync(file, 'utf8') || 'No test failed: its process did.'}`,
  )
}

function secondsSince(moment: number): number {
  return Math.round((performance.now() - moment) / 1000)
}
