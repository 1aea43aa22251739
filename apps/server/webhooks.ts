// npm run webhooks -- replay <tenant> <endpoint> --since 2026-11-01T00:00Z [--until …]
// Queues failed messages of this time range for an endpoint again, each with the same ID and all its attempts.
import { parseArgs } from 'node:util'
import { systemCaller } from '@veritrace/platform/caller'
import { systemClock } from '@veritrace/platform/clock'
import { openEvents } from '@veritrace/platform/events/open'
import { findTenant } from '@veritrace/platform/identity/tenancy/store'
import { replay } from '@veritrace/platform/webhooks/log/replay'
import { type Call, exitCodeOf, fromShell, refuse } from './command.ts'
import { withDatabase } from './with-database.ts'

if (import.meta.main) process.exitCode = await webhooks(fromShell())

export function webhooks(call: Call): Promise<number> {
  return exitCodeOf('webhooks', call, () => run(call))
}

async function run(call: Call): Promise<number> {
  const { values, positionals } = parseArgs({
    args: [...call.words],
    allowPositionals: true,
    options: { since: { type: 'string' }, until: { type: 'string' }, 'data-dir': { type: 'string' } },
  })
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
