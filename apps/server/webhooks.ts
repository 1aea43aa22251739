// npm run webhooks: queues messages that an endpoint has missed again.
import { systemCaller } from '@veritrace/platform/caller'
import { systemClock } from '@veritrace/platform/clock'
import { type Command, DATA_DIR, readWords } from '@veritrace/platform/command-line'
import { openEvents } from '@veritrace/platform/events/open'
import { findTenant } from '@veritrace/platform/identity/tenancy/store'
import { replay } from '@veritrace/platform/webhooks/log/replay'
import { type Call, exitCodeOf, fromShell, refuse } from './command.ts'
import { withDatabase } from './with-database.ts'

const COMMAND = {
  name: 'npm run webhooks',
  words: 'replay TENANT ENDPOINT --since TIME',
  about: `Queues the failed messages of an endpoint in a time range again, each with the same ID and a new set of attempts. The
running server sends them.`,
  options: {
    since: { type: 'string', value: 'TIME', help: 'the start, such as 2026-11-01 or 2026-11-01T08:00Z; required' },
    until: { type: 'string', value: 'TIME', help: 'the end (default: now)' },
    'data-dir': DATA_DIR,
  },
  examples: ['npm run webhooks -- replay acme whk_01m7 --since 2026-11-01T08:00Z'],
} as const satisfies Command

if (import.meta.main) process.exitCode = await webhooks(fromShell())

export function webhooks(call: Call): Promise<number> {
  return exitCodeOf(COMMAND, 'webhooks', call, () => run(call))
}

async function run(call: Call): Promise<number> {
  const { values, positionals } = readWords(COMMAND, call.words)
  const [verb, tenant, endpoint] = positionals
  if (verb !== 'replay' || !tenant || !endpoint || positionals.length > 3 || !values.since)
    throw new Error('Usage: replay <tenant> <endpoint> --since <time> [--until <time>]')
  const range = { since: timeOf(values.since), ...(values.until && { until: timeOf(values.until) }) }
  return withDatabase(call, async (database, log) => {
    const { db } = database
    const { customer_id } = (await findTenant(db, tenant)) ?? refuse(`There is no tenant “${tenant}”.`)
    const events = openEvents({ database, clock: systemClock, log })
    // The running server finds due messages by itself.
    const deps = { db, events, clock: systemClock, wake: () => {} }
    const { queued } = await replay(deps, systemCaller(tenant, customer_id), endpoint, range)
    call.say(`${queued} ${queued === 1 ? 'message was' : 'messages were'} queued again.`)
    return 0
  })
}

/** Stricter than JavaScript, for which 5 is a day in May 2001. */
function timeOf(text: string): Date {
  const time = new Date(/^\d{4}-\d{2}-\d{2}(?:T|$)/.test(text) ? text : Number.NaN)
  return Number.isNaN(time.getTime())
    ? refuse(`“${text}” is not a time; write it like 2026-11-01 or 2026-11-01T08:00Z.`)
    : time
}
