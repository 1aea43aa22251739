// Opens the database of the installation, for commands that run without the server or next to it.
import { readConfig } from '@veritrace/platform/config/config'
import { wasServed } from '@veritrace/platform/db/embedded'
import { type Database, openDatabase } from '@veritrace/platform/db/open'
import { type Log, openLog } from '@veritrace/platform/log'
import { type Call, refuse } from './command.ts'

/** Configured by the environment and `--data-dir`. */
export async function withDatabase<T>(
  { words, env }: Call,
  work: (database: Database, log: Log) => Promise<T>,
): Promise<T> {
  const log = openLog('silent')
  // Other flags belong to the command, even if the server has a flag with the same name.
  const folder = words.filter((word, i) => /^--data-dir(?:=|$)/.test(word) || words[i - 1] === '--data-dir')
  const config = readConfig(folder, env)
  // A misspelled folder must not become a new, empty installation.
  if (!config.database.url && !wasServed(config.dataDir))
    refuse(
      `There is no database in ${config.dataDir}. Start the server with it once, or name another folder with DATA_DIR.`,
    )
  const database = await openDatabase(config, log)
  try {
    // If the database is unreachable, only a pool connection reports why.
    await database.pool.query('select 1')
    return await work(database, log)
  } finally {
    await database.close()
  }
}
