// npm run tenants: lists and creates tenants and their workspaces.
import { PLANS, type Plan, systemCaller } from '@veritrace/platform/caller'
import { systemClock } from '@veritrace/platform/clock'
import { type Command, DATA_DIR, readWords } from '@veritrace/platform/command-line'
import { PRODUCT_NAMES } from '@veritrace/platform/config/config'
import type { Db } from '@veritrace/platform/db/db'
import { openEvents } from '@veritrace/platform/events/open'
import { listTenants } from '@veritrace/platform/identity/tenancy/installation-store'
import { findTenant } from '@veritrace/platform/identity/tenancy/store'
import { orderTenant } from '@veritrace/platform/identity/tenancy/tenants'
import { openWorkspaces } from '@veritrace/platform/identity/workspaces/workspaces'
import { type Call, exitCodeOf, fromShell, refuse } from './command.ts'
import { withDatabase } from './with-database.ts'

const COMMAND = {
  name: 'npm run tenants',
  words: '[add ID | workspace TENANT ID]',
  about: `Lists the tenants of the installation. “add” creates a tenant with an ID of your choice, such as the one in another
provider’s tokens, and a workspace with the same ID. “workspace” creates another workspace, also in a tenant without
members, such as the directory’s.`,
  options: {
    name: { type: 'string', value: 'NAME', help: 'the display name (default: the ID)' },
    plan: { type: 'string', value: 'PLAN', help: `add: ${PLANS.join(', ')} (default: free)` },
    products: { type: 'string', value: 'LIST', help: `add: some of ${PRODUCT_NAMES.join(',')} (default: all)` },
    'data-dir': DATA_DIR,
  },
  examples: [
    'npm run tenants',
    'npm run tenants -- add acme --name "Acme Ltd" --plan pro --products graph,casework',
    'npm run tenants -- workspace acme lab --name "The lab"',
  ],
} as const satisfies Command

if (import.meta.main) process.exitCode = await tenants(fromShell())

export function tenants(call: Call): Promise<number> {
  return exitCodeOf(COMMAND, 'tenants', call, () => run(call))
}

async function run(call: Call): Promise<number> {
  const { values, positionals } = readWords(COMMAND, call.words)
  const [verb, id, workspace] = positionals
  if (verb === undefined) return withDatabase(call, ({ db }) => show(call, db))
  if (verb === 'workspace') return addWorkspace(call, id, workspace, values.name)
  if (verb !== 'add') throw new Error(`“${verb}” is not a command; the commands are add and workspace.`)
  if (!id || positionals.length > 2) throw new Error('Name one ID, such as acme.')
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
    call.say(`${made.id} is now a tenant on the plan ${made.plan} for ${made.products.join(', ')}.`)
    return 0
  })
}

async function addWorkspace(call: Call, tenant = '', id = '', name = id): Promise<number> {
  if (!/^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/.test(id))
    throw new Error('Name a tenant and an ID, such as public directory: a-z, 0-9 and inner hyphens.')
  return withDatabase(call, async (database, log) => {
    const { db } = database
    const found = (await findTenant(db, tenant)) ?? refuse(`There is no tenant “${tenant}”.`)
    const events = openEvents({ database, clock: systemClock, log })
    // An operator creates it, so the limit of the tenant's plan does not apply.
    const caller = { ...systemCaller(tenant, found.customer_id), plan: 'enterprise' as const }
    await openWorkspaces({ db, events, clock: systemClock }).create(caller, { id, name })
    call.say(`${id} is now a workspace of ${tenant}.`)
    return 0
  })
}

async function show({ say }: Call, db: Db): Promise<number> {
  const all = await listTenants(db)
  for (const { id, display_name, plan, products, members } of all)
    say(`${id}  “${display_name}”  ${plan}  ${products.join(',')}  ${members} member${members === 1 ? '' : 's'}`)
  if (all.length === 0) say('There are no tenants.')
  return 0
}

function planOf(word: string): Plan {
  return PLANS.find((one) => one === word) ?? refuse(`“${word}” is not a plan; the plans are ${PLANS.join(', ')}.`)
}

function productsOf(list: string): string[] {
  const words = [...new Set(list.split(',').filter(Boolean))]
  if (words.length === 0) refuse(`Name at least one product: ${PRODUCT_NAMES.join(', ')}.`)
  const unknown = words.find((word) => !PRODUCT_NAMES.some((name) => name === word))
  return unknown ? refuse(`“${unknown}” is not a product; the products are ${PRODUCT_NAMES.join(', ')}.`) : words
}
