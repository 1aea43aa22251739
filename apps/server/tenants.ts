// npm run tenants                                   lists the tenants of the installation
// npm run tenants -- add <id> [--name "Acme Ltd"] [--plan pro] [--products graph,casework]
// Makes one with an id of your choice and a workspace of the same name: the id that a provider elsewhere puts into its tokens.
import { parseArgs } from 'node:util'
import { systemClock } from '@veritrace/platform/clock'
import { PRODUCT_NAMES } from '@veritrace/platform/config/config'
import type { Db } from '@veritrace/platform/db/db'
import { openEvents } from '@veritrace/platform/events/open'
import { PLANS, type Plan } from '@veritrace/platform/identity/caller'
import { listTenants } from '@veritrace/platform/identity/tenancy/house-store'
import { orderTenant } from '@veritrace/platform/identity/tenancy/tenants'
import { type Call, exitCodeOf, fromShell, refuse } from './command.ts'
import { withDatabase } from './with-database.ts'

if (import.meta.main) process.exitCode = await tenants(fromShell())

export function tenants(call: Call): Promise<number> {
  return exitCodeOf('tenants', call, () => run(call))
}

async function run(call: Call): Promise<number> {
  const { values, positionals } = parseArgs({
    args: [...call.words],
    allowPositionals: true,
    options: {
      name: { type: 'string' },
      plan: { type: 'string' },
      products: { type: 'string' },
      'data-dir': { type: 'string' },
    },
  })
  const [verb, id] = positionals
  if (verb === undefined) return withDatabase(call, ({ db }) => show(call, db))
  if (verb !== 'add') throw new Error(`“${verb}” is no verb; there is add.`)
  if (!id || positionals.length > 2) throw new Error('Name one id, such as acme.')
  const { name = id, plan, products } = values
  if (!name.trim()) throw new Error('The name is empty.')
  const input = {
    ...{ id, displayName: name },
    ...(plan !== undefined && { plan: planOf(plan) }),
    ...(products !== undefined && { products: productsOf(products) }),
  }
  return withDatabase(call, async (database, log) => {
    const events = openEvents({ database, clock: systemClock, log })
    const made = await orderTenant({ db: database.db, events, clock: systemClock }, input)
    call.say(`${made.id} is a tenant now, on the plan ${made.plan} for ${made.products.join(', ')}.`)
    return 0
  })
}

async function show({ say }: Call, db: Db): Promise<number> {
  const all = await listTenants(db)
  for (const { id, display_name, plan, products, members } of all)
    say(`${id}  “${display_name}”  ${plan}  ${products.join(',')}  ${members} member${members === 1 ? '' : 's'}`)
  if (all.length === 0) say('There is no tenant.')
  return 0
}

function planOf(word: string): Plan {
  return PLANS.find((one) => one === word) ?? refuse(`“${word}” is no plan; there are ${PLANS.join(', ')}.`)
}

function productsOf(list: string): string[] {
  const words = [...new Set(list.split(',').filter(Boolean))]
  if (words.length === 0) refuse(`Name products; there are ${PRODUCT_NAMES.join(', ')}.`)
  const unknown = words.find((word) => !PRODUCT_NAMES.some((name) => name === word))
  return unknown ? refuse(`“${unknown}” is no product; there are ${PRODUCT_NAMES.join(', ')}.`) : words
}
