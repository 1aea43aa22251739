// npm run account -- ada@example.com [--name "Ada Norling"] [--operator] [--password-stdin] [--data-dir <folder>]
// Makes an account at the embedded provider where people cannot do that by themselves (REGISTRATION=false), or makes one that is
// there an operator of the installation. Without a password its owner sets one by “Forgot your password?”.
import { text } from 'node:stream/consumers'
import { parseArgs } from 'node:util'
import { systemClock } from '@veritrace/platform/clock'
import { readConfig } from '@veritrace/platform/config/config'
import { makeAccount } from '@veritrace/platform/identity/users/make-account'
import { type Call, exitCodeOf, fromShell } from './command.ts'
import { withDatabase } from './with-database.ts'

if (import.meta.main) process.exitCode = await account(fromShell())

export function account(call: Call): Promise<number> {
  return exitCodeOf('accounts', call, () => run(call))
}

async function run(call: Call): Promise<number> {
  const { values, positionals } = parseArgs({
    args: [...call.words],
    allowPositionals: true,
    options: {
      name: { type: 'string', default: '' },
      operator: { type: 'boolean', default: false },
      'password-stdin': { type: 'boolean', default: false },
      'data-dir': { type: 'string' },
    },
  })
  const [email] = positionals
  if (!email || positionals.length > 1) throw new Error('Name one e-mail address.')
  if (readConfig([], call.env).auth.externalIssuer)
    throw new Error(
      'People sign in at AUTH_ISSUER, where an account of this server opens nothing. Make it there; ' +
        '`npm run operators -- add <id>` makes who has one an operator.',
    )
  const password = values['password-stdin'] ? (await text(process.stdin)).replace(/\r?\n$/, '') : undefined
  return withDatabase(call, async ({ db }) => {
    const { isNew } = await makeAccount(
      { db, clock: systemClock },
      { email, displayName: values.name, ...(password !== undefined && { password }), isOperator: values.operator },
    )
    call.say(
      `${email} ${isNew ? 'has an account now' : 'had an account'}${values.operator ? ', and is an operator' : ''}.`,
    )
    return 0
  })
}
