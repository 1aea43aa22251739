// npm run migrate: migrates the database without starting the server.
import { readConfig, refuseOtherFlags } from '@veritrace/platform/config/config'
import { openMigrated } from '@veritrace/platform/db/open-migrated'
import { openLog } from '@veritrace/platform/log'
import { type Call, fromShell } from './command.ts'
import { MIGRATIONS } from './products.ts'
import { reasonOf } from './reason.ts'

if (import.meta.main) {
  const code = await migrate(fromShell())
  if (code !== 0) process.exit(code)
}

export async function migrate({ words, env, say, complain }: Call): Promise<number> {
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
