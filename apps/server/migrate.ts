// npm run migrate: migrates the database without starting the server.
import { type Command, DATA_DIR } from '@veritrace/platform/command-line'
import { readConfig, refuseOtherFlags } from '@veritrace/platform/config/config'
import { openMigrated } from '@veritrace/platform/db/open-migrated'
import { openLog } from '@veritrace/platform/log'
import { type Call, fromShell, showsHelp } from './command.ts'
import { MIGRATIONS } from './products.ts'
import { reasonOf } from './reason.ts'

const COMMAND = {
  name: 'npm run migrate',
  about: 'Migrates the database without starting the server. Migrations only go forward: back up the database before.',
  options: { 'data-dir': DATA_DIR },
  examples: ['npm run migrate', 'DATABASE_URL=postgres://veritrace@db.example/veritrace npm run migrate'],
} as const satisfies Command

if (import.meta.main) {
  const code = await migrate(fromShell())
  if (code !== 0) process.exit(code)
}

export async function migrate(call: Call): Promise<number> {
  if (showsHelp(COMMAND, call)) return 0
  const { words, env, say, complain } = call
  try {
    refuseOtherFlags(words)
    const { database, applied } = await openMigrated(readConfig(words, env), openLog('warn'), MIGRATIONS)
    await database.close()
    say(applied.length === 0 ? 'The database is up to date.' : applied.map((name) => `applied ${name}`).join('\n'))
    return 0
  } catch (error) {
    complain(reasonOf(error) ?? (error instanceof Error ? String(error.stack) : String(error)))
    return 1
  }
}
