// npm run account: creates and unlocks accounts at the embedded provider.
import { text } from 'node:stream/consumers'
import { systemClock } from '@veritrace/platform/clock'
import { type Command, DATA_DIR, readWords } from '@veritrace/platform/command-line'
import { type Config, readConfig } from '@veritrace/platform/config/config'
import { AUTH_PATH } from '@veritrace/platform/http/auth-forms'
import { browserLink } from '@veritrace/platform/http/browser-routes'
import { makeAccount } from '@veritrace/platform/identity/users/make-account'
import { unlockAccount } from '@veritrace/platform/identity/users/unlock'
import { type Call, exitCodeOf, fromShell } from './command.ts'
import { withDatabase } from './with-database.ts'

const COMMAND = {
  name: 'npm run account',
  words: 'EMAIL | unlock EMAIL',
  about: `Creates an account at the embedded provider, for example if sign-up is off (REGISTRATION=false), or makes an
existing account an operator of the installation. “unlock” unlocks an account after too many wrong passwords.`,
  options: {
    name: { type: 'string', value: 'NAME', default: '', help: 'the display name of a new account' },
    operator: { type: 'boolean', default: false, help: 'make the account an operator' },
    'password-stdin': {
      type: 'boolean',
      default: false,
      help: 'read the password of a new account from standard input',
    },
    'data-dir': DATA_DIR,
  },
  notes: ['Without a password, its owner sets one with “Forgot your password?” on the sign-in page.'],
  examples: [
    'npm run account -- ada@example.com --name "Ada Norling" --operator',
    'npm run account -- unlock ada@example.com',
  ],
} as const satisfies Command

if (import.meta.main) process.exitCode = await account(fromShell())

export function account(call: Call): Promise<number> {
  return exitCodeOf(COMMAND, 'accounts', call, () => run(call))
}

async function run(call: Call): Promise<number> {
  const { values, positionals } = readWords(COMMAND, call.words)
  const unlocks = positionals[0] === 'unlock'
  const [email, ...others] = unlocks ? positionals.slice(1) : positionals
  if (!email || others.length > 0) throw new Error('Name one email address.')
  const config = readConfig([], call.env)
  if (config.auth.externalIssuer)
    throw new Error(
      'People sign in at AUTH_ISSUER, so accounts of this server do not work. Create it there; ' +
        '`npm run operators -- add <id>` then makes its owner an operator.',
    )
  if (unlocks) return unlock(call, email, config)
  const password = values['password-stdin'] ? (await text(process.stdin)).replace(/\r?\n$/, '') : undefined
  return withDatabase(call, async ({ db }) => {
    const { isNew } = await makeAccount(
      { db, clock: systemClock },
      { email, displayName: values.name, ...(password !== undefined && { password }), isOperator: values.operator },
    )
    call.say(
      `${email} ${isNew ? 'now has an account' : 'already had an account'}${values.operator ? ', and is an operator' : ''}.`,
    )
    return 0
  })
}

/** The server may not be running, so its URL comes from the configuration. */
function unlock(call: Call, address: string, { http }: Config): Promise<number> {
  return withDatabase(call, async ({ db }) => {
    const unlocked = await unlockAccount({ db, clock: systemClock }, address)
    if (!unlocked) throw new Error(`No active account has the email address “${address}”.`)
    const issuer = `${http.publicUrl ?? `http://localhost:${http.port}`}${AUTH_PATH}`
    call.say(`${unlocked.email} can sign in again.`)
    call.say(
      'If the attack continues, give its owner this link. It protects one browser from lockouts, and works once, for a day:',
    )
    call.say(browserLink(issuer, unlocked.token))
    return 0
  })
}
