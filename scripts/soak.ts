// npm run soak: starts a server on a fresh PostgreSQL, puts a steady load on all three products, and prints whether its memory grew.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { wordsFromShell } from '@veritrace/platform/command-line'
import { openFleet } from '../test/chaos/fleet.ts'
import { joinAs } from '../test/chaos/storm.ts'
import { startLoad } from '../test/soak/load.ts'
import { type Growth, growthOf, type Look, lookAt, settledMinute } from '../test/soak/memory.ts'
import { FORGETFUL, startPostgres } from './postgres.ts'

const { values } = wordsFromShell({
  name: 'npm run soak',
  about: `Starts a server on a fresh PostgreSQL, puts a steady load on all three products, and prints whether its memory
grew.`,
  options: {
    minutes: { type: 'string', value: 'N', default: '30', help: 'how long' },
    rate: { type: 'string', value: 'N', default: '20', help: 'requests per second' },
    every: { type: 'string', value: 'N', default: '15', help: 'seconds between two memory readings' },
  },
  notes: ['Exits 1 if memory grew too much or a request failed. docs/soak.md describes the load.'],
  examples: ['npm run soak', 'npm run soak -- --minutes 5 --rate 50'],
})
const [minutes, rate, every] = [values.minutes, values.rate, values.every].map(Number) as [number, number, number]
const folder = mkdtempSync(join(tmpdir(), 'veritrace-soak-'))
const postgres = await startPostgres(FORGETFUL)
const limits = { RATE_FREE: '10000000', RATE_PRO: '10000000', DEMO_SITES: '0' }
const fleet = await openFleet(1, { DATA_DIR: join(folder, 'data'), DATABASE_URL: postgres.url, ...limits })
const url = fleet.url()
const load = await startLoad(url, await joinAs(fleet), rate)
const looks: Look[] = []
const began = performance.now()
const minute = (): number => (performance.now() - began) / 60_000
while (minute() < minutes) {
  await sleep(every * 1_000)
  looks.push(await lookAt(url, minute()))
}
await load.stop()
await fleet.close()
await postgres.stop()
rmSync(folder, { recursive: true, force: true })

const growths = growthOf(looks, minutes)
const failed = [...load.failures()]
console.log(`${load.sent()} requests in ${minutes} minutes, ${load.leftOut()} skipped, ${load.refused()} rate limited`)
console.log(`  ${'MB'.padEnd(10)} ${`minute ${settledMinute(minutes).toFixed(0)}`.padStart(10)}        end    growth`)
for (const growth of growths) console.log(lineOf(growth))
for (const [what, count] of failed.slice(0, 10)) console.log(`✖ ${what}, ${count} times`)
process.exit(growths.some(({ isTooMuch }) => isTooMuch) || failed.length > 0 ? 1 : 0)

function lineOf({ kind, early, late, percent, isTooMuch }: Growth): string {
  const mb = (bytes: number): string => (bytes / 1024 ** 2).toFixed(1).padStart(10)
  return `${isTooMuch ? '✖' : '✔'} ${kind.padEnd(10)} ${mb(early)} ${mb(late)} ${`${percent.toFixed(1)}%`.padStart(9)}`
}
