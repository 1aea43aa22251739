// The database of the installation, for commands that run beside the server, or without it.
import { readConfig } from '@veritrace/platform/config/config'
import { wasServed } from '@veritrace/platform/db/embedded'
import { type Database, openDatabase } from '@veritrace/platform/db/open'
import { type Log, openLog } from '@veritrace/platform/log'
import { type Call, refuse } from './command.ts'

/** As the environment and `--data-dir` say. */
export async function withDatabase<T>(
  { words, env }: Call,
  work: (database: Database, log: Log) => Promise<T>,
): Promise<T> {
  const log = openLog('silent')
  // The rest is the command's own, also where the server has a flag of that name.
  const folder = words.filter((word, i) => /^--data-dir(?:=|$)/.test(word) || words[i - 1] === '--data-dir')
  const config = readConfig(folder, env)
  // A misspelt folder must not become a new and empty installation.
  if (!config.database.url && !wasServed(config.dataDir))
    refuse(`There is no database in ${config.dataDir}: start the server on it once, or name another with DATA_DIR.`)
  const database = await openDatabase(config, log)
  try {
    // Of a database that is away only a connection of the pool says why.
    await database.pool.query('select 1')
    return await work(database, log)
  } finally {
    await database.close()
  }
}
