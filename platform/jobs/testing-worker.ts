// A process that runs jobs until it is stopped, for tests that kill it.
//   node testing-worker.ts <database url> <job name>
import { tmpdir } from 'node:os'
import { sql } from 'kysely'
import { systemClock } from '../clock.ts'
import { openDatabase } from '../db/open.ts'
import { openLog } from '../log.ts'
import type { Job } from './job.ts'
import { openJobs } from './open.ts'

const [url, name] = process.argv.slice(2) as [string, string]
const log = openLog('silent')
const database = await openDatabase(
  { dataDir: tmpdir(), database: { url, pool: 6, statementTimeoutMs: 5_000, prepare: true } },
  log,
)
const job: Job<{ n: number }> = {
  name,
  concurrency: 4,
  timeoutSeconds: 3,
  backoffSeconds: 1,
  async handle({ n }) {
    await sql`insert into platform.test_effects (suite, n, runs) values (${name}, ${n}, 1)
      on conflict (suite, n) do update set runs = test_effects.runs + 1`.execute(database.db)
    await new Promise((done) => setTimeout(done, 30))
  },
}
const jobs = await openJobs({ database, jobs: [job], clock: systemClock, log, beatSeconds: 1 })
await jobs.start()
process.stdout.write('ready\n')
process.once('SIGTERM', async () => {
  await jobs.stop()
  await database.close()
})
