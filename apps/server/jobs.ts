// npm run jobs [-- --job <name>]                  lists dead letters: jobs that failed in all their tries
// npm run jobs -- retry <id> … | --all [--job <name>]   puts them back in their queues
import { parseArgs } from 'node:util'
import { systemClock } from '@veritrace/platform/clock'
import type { DeadLetter, Jobs } from '@veritrace/platform/jobs/job'
import { openJobs } from '@veritrace/platform/jobs/open'
import { exitCodeOf } from './explain.ts'
import { withDatabase } from './with-database.ts'

process.exitCode = await exitCodeOf('jobs', run)

async function run(): Promise<number> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { job: { type: 'string' }, all: { type: 'boolean', default: false }, 'data-dir': { type: 'string' } },
  })
  const [verb, ...ids] = positionals
  if (verb !== undefined && verb !== 'retry') throw new Error(`“${verb}” is no verb; there is retry.`)
  if (verb === 'retry' && ids.length > 0 === values.all) throw new Error('Name the ids to retry, or --all.')
  return withDatabase(async (database, log) => {
    const jobs = await openJobs({ database, jobs: [], clock: systemClock, log })
    try {
      const letters = await jobs.deadLetters(values.job)
      if (verb === undefined) return show(letters)
      return await retry(jobs, values.all ? letters.map(({ id }) => id) : ids)
    } finally {
      await jobs.stop()
    }
  })
}

function show(letters: readonly DeadLetter[]): number {
  for (const { id, job, failedAt, error, data } of letters)
    console.log(`${failedAt.toISOString()}  ${id}  ${job}: ${error}\n  ${JSON.stringify(data)}`)
  console.log(
    letters.length === 0 ? 'No job is a dead letter.' : `${letters.length} in all; retry <id> tries one again.`,
  )
  return 0
}

/** The server that works takes them up by itself. */
async function retry(jobs: Jobs, ids: readonly string[]): Promise<number> {
  if (ids.length === 0) console.log('No job is a dead letter.')
  let unknown = 0
  for (const id of ids) {
    const isBack = await jobs.retryDeadLetter(id)
    if (!isBack) unknown++
    console.log(isBack ? `${id} is back in its queue.` : `${id} is no dead letter.`)
  }
  return unknown > 0 ? 1 : 0
}
