// npm run operators: lists, adds and removes operators of the installation.
import { type Command, DATA_DIR, readWords } from '@veritrace/platform/command-line'
import { readConfig } from '@veritrace/platform/config/config'
import type { Db } from '@veritrace/platform/db/db'
import { deleteOperator, insertOperator, listOperators } from '@veritrace/platform/identity/tenancy/installation-store'
import { findUserByEmail } from '@veritrace/platform/identity/users/users'
import { type Call, exitCodeOf, fromShell, refuse } from './command.ts'
import { withDatabase } from './with-database.ts'

const COMMAND = {
  name: 'npm run operators',
  words: '[add PERSON … | remove PERSON …]',
  about: `Lists the operators of the installation; adds and removes operators. A person is an email address at the embedded
provider, and the “sub” of their tokens at another provider.`,
  options: { 'data-dir': DATA_DIR },
  examples: ['npm run operators', 'npm run operators -- add ada@example.com'],
} as const satisfies Command

if (import.meta.main) process.exitCode = await operators(fromShell())

export function operators(call: Call): Promise<number> {
  return exitCodeOf(COMMAND, 'operators', call, () => run(call))
}

async function run(call: Call): Promise<number> {
  const { positionals } = readWords(COMMAND, call.words)
  const [verb, ...people] = positionals
  if (verb === undefined) return withDatabase(call, ({ db }) => show(call, db))
  if (verb !== 'add' && verb !== 'remove')
    throw new Error(`“${verb}” is not a command; the commands are add and remove.`)
  if (people.length === 0)
    throw new Error('Name email addresses of accounts here, or the `sub` of people at another provider.')
  return withDatabase(call, async ({ db }) => {
    for (const person of people) call.say(await (verb === 'add' ? add(call, db, person) : remove(db, person)))
    return 0
  })
}

async function show({ say }: Call, db: Db): Promise<number> {
  const all = await listOperators(db)
  for (const { user_id, email } of all) say(email ? `${user_id}  ${email}` : user_id)
  if (all.length === 0) say('There are no operators.')
  return 0
}

async function add(call: Call, db: Db, person: string): Promise<string> {
  const id = await idOf(db, person)
  if (id === person && person.includes('@') && areAccountsOurs(call))
    refuse(
      `No account has the email address “${person}”. They can sign up first, or ` +
        `\`npm run account -- ${person} --operator\` creates one.`,
    )
  return (await insertOperator(db, id)) ? `${person} is an operator now.` : `${person} already is an operator.`
}

async function remove(db: Db, person: string): Promise<string> {
  return (await deleteOperator(db, await idOf(db, person)))
    ? `${person} is no longer an operator.`
    : `${person} was not an operator.`
}

/** If no other provider identifies people, an email address without an account is a typo. */
function areAccountsOurs({ env }: Call): boolean {
  const { externalIssuer, mode } = readConfig([], env).auth
  return !externalIssuer && mode !== 'forwarded'
}

/** Another provider may use email addresses as IDs, so an address without an account is used as an ID. */
async function idOf(db: Db, person: string): Promise<string> {
  return (person.includes('@') && (await findUserByEmail(db, person))?.id) || person
}
