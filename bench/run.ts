// npm run bench: each figure is a ratio to a floor or peer that alternated with it in the same run.
import { globSync } from 'node:fs'
import { basename } from 'node:path'
import { wordsFromShell } from '@veritrace/platform/command-line'
import { startPostgres } from '../scripts/postgres.ts'

const names = globSync('*.bench.ts', { cwd: import.meta.dirname })
  .map((file) => basename(file, '.bench.ts'))
  .sort()
const { positionals: wanted } = wordsFromShell({
  name: 'npm run bench',
  words: '[NAME …]',
  about:
    'Runs some or all benchmarks. Each figure is a ratio to a named baseline that alternated with it in the same run.',
  options: {},
  notes: [
    'Benchmarks:',
    ...names.map((name) => `  ${name}`),
    'BENCH_DATABASE_URL names an empty PostgreSQL database; default: one from npm.',
  ],
  examples: ['npm run bench -- bulk', 'npm run bench -- sparql updates'],
})
const unknown = wanted.find((name) => !names.includes(name))
if (unknown !== undefined) {
  console.error(`“${unknown}” is not a benchmark; the benchmarks are ${names.join(', ')}.`)
  process.exit(2)
}
// Loaded only now: the peers take seconds to load.
const { benches } = await import('./benches.ts')
/** An empty database on a running server, like in production: the PostgreSQL from npm is not built for speed. */
const given = process.env.BENCH_DATABASE_URL
const postgres = given ? { url: given, stop: async () => {} } : await startPostgres()
let missed = 0
try {
  for (const bench of benches.filter(({ name }) => wanted.length === 0 || wanted.includes(name)))
    for (const { what, ratio, target, detail } of await bench.run({ databaseUrl: postgres.url })) {
      if (ratio < target) missed++
      console.log(
        `${ratio >= target ? '✔' : '✖'} ${bench.name}: ${what}: ${ratio.toFixed(2)} (target ${target})  ${detail}`,
      )
    }
} finally {
  await postgres.stop()
}
process.exit(missed > 0 ? 1 : 0)
