// npm run operators                                 lists the operators of the installation
// npm run operators -- add <e-mail or sub> …         of the embedded provider by e-mail address, of another by its `sub`
// npm run operators -- remove <e-mail or sub> …
import { parseArgs } from 'node:util'
import { readConfig } from '@veritrace/platform/config/config'
import type { Db } from '@veritrace/platform/db/db'
import { deleteOperator, insertOperator, listOperators } from '@veritrace/platform/identity/tenancy/house-store'
import { findUserByEmail } from '@veritrace/platform/identity/users/users'
import { type Call, exitCodeOf, fromShell, refuse } from './command.ts'
import { withDatabase } from './with-database.ts'

if (import.meta.main) process.exitCode = await operators(fromShell())

export function operators(call: Call): Promise<number> {
  return exitCodeOf('operators', call, () => run(call))
}

async function run(call: Call): Promise<number> {
  const { positionals } = parseArgs({
    args: [...call.words],
    allowPositionals: true,
    options: { 'data-dir': { type: 'string' } },
  })
  const [verb, ...people] = positionals
  if (verb === undefined) return withDatabase(call, ({ db }) => show(call, db))
  if (verb !== 'add' && verb !== 'remove') throw new Error(`“${verb}” is no verb; there are add and remove.`)
  if (people.length === 0) throw new Error('Name e-mail addresses of accounts here, or the `sub` of people elsewhere.')
  return withDatabase(call, async ({ db }) => {
    for (const person of people) call.say(await (verb === 'add' ? add(call, db, person) : remove(db, person)))
    return 0
  })
}

async function show({ say }: Call, db: Db): Promise<number> {
  const all = await listOperators(db)
  for (const { user_id, email } of all) say(email ? `${user_id}  ${email}` : user_id)
  if (all.length === 0) say('There is no operator.')
  return 0
}

async function add(call: Call, db: Db, person: string): Promise<string> {
  const id = await idOf(db, person)
  if (id === person && person.includes('@') && areAccountsOurs(call))
    refuse(
      `No account has the address “${person}”. Whoever it is registers first, or ` +
        `\`npm run account -- ${person} --operator\` makes one.`,
    )
  return (await insertOperator(db, id)) ? `${person} is an operator now.` : `${person} is one already.`
}

async function remove(db: Db, person: string): Promise<string> {
  return (await deleteOperator(db, await idOf(db, person)))
    ? `${person} is no operator any more.`
    : `${person} was none.`
}

/** Where nobody else says who people are, an address without an account is a slip of the pen. */
function areAccountsOurs({ env }: Call): boolean {
  const { externalIssuer, mode } = readConfig([], env).auth
  return !externalIssuer && mode !== 'forwarded'
}

/** A provider elsewhere may give out addresses as ids: one that no account here has is taken as such. */
async function idOf(db: Db, person: string): Promise<string> {
  return (person.includes('@') && (await findUserByEmail(db, person))?.id) || person
}
