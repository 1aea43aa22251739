// npm run jobs: lists dead letters, and puts them back into their queues.
import { systemClock } from '@veritrace/platform/clock'
import { type Command, DATA_DIR, readWords } from '@veritrace/platform/command-line'
import type { DeadLetter, Jobs } from '@veritrace/platform/jobs/job'
import { openJobs } from '@veritrace/platform/jobs/open'
import { type Call, exitCodeOf, fromShell } from './command.ts'
import { withDatabase } from './with-database.ts'

const COMMAND = {
  name: 'npm run jobs',
  words: '[retry ID … | retry --all]',
  about: 'Lists dead letters: jobs that failed in all attempts. “retry” puts them back into their queues.',
  options: {
    job: { type: 'string', value: 'NAME', help: 'only jobs of this name' },
    all: { type: 'boolean', default: false, help: 'retry: all dead letters' },
    'data-dir': DATA_DIR,
  },
  notes: ['A running server picks up retried jobs by itself. Exits 1 if an ID is not a dead letter.'],
  examples: ['npm run jobs', 'npm run jobs -- retry --all --job send-mail'],
} as const satisfies Command

if (import.meta.main) process.exitCode = await jobs(fromShell())

export function jobs(call: Call): Promise<number> {
  return exitCodeOf(COMMAND, 'jobs', call, () => run(call))
}

async function run(call: Call): Promise<number> {
  const { values, positionals } = readWords(COMMAND, call.words)
  const [verb, ...ids] = positionals
  if (verb !== undefined && verb !== 'retry') throw new Error(`“${verb}” is not a command; the only command is retry.`)
  if (verb === 'retry' && ids.length > 0 === values.all) throw new Error('Name the IDs to retry, or use --all.')
  return withDatabase(call, async (database, log) => {
    const queue = await openJobs({ database, jobs: [], clock: systemClock, log })
    try {
      const letters = await queue.deadLetters(values.job)
      if (verb === undefined) return show(call, letters)
      return await retry(call, queue, values.all ? letters.map(({ id }) => id) : ids)
    } finally {
      await queue.stop()
    }
  })
}

function show({ say }: Call, letters: readonly DeadLetter[]): number {
  for (const { id, job, failedAt, error, data, comesBack } of letters)
    say(
      `${failedAt.toISOString()}  ${id}  ${job}: ${error}${comesBack ? ' (will be requeued automatically)' : ''}\n  ${JSON.stringify(data)}`,
    )
  say(letters.length === 0 ? 'There are no dead letters.' : `${letters.length} in total; retry <id> requeues one.`)
  return 0
}

/** The running server picks them up by itself. */
async function retry({ say }: Call, queue: Jobs, ids: readonly string[]): Promise<number> {
  if (ids.length === 0) say('There are no dead letters.')
  let unknown = 0
  for (const id of ids) {
    const isBack = await queue.retryDeadLetter(id)
    if (!isBack) unknown++
    say(isBack ? `${id} is back in its queue.` : `${id} is not a dead letter.`)
  }
  return unknown > 0 ? 1 : 0
}
