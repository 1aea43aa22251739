// Opens a database and applies the migrations of the given rooms.
import type { Config } from '../config/config.ts'
import type { Log } from '../log.ts'
import { type MigrationFolder, migrate, platformMigrations } from './migrate.ts'
import { type Database, type OpenOptions, openDatabase } from './open.ts'
import { seedOf } from './seeds.ts'

/** Most migrations take less time. */
const SLOW_MS = 5_000

interface Options extends Pick<OpenOptions, 'taking' | 'asking'> {
  opening?: Promise<Database>
  /** Log a warning if the migrations take longer. */
  slowMs?: number
}

export async function openMigrated(
  config: Pick<Config, 'database' | 'dataDir'>,
  log: Log,
  rooms: readonly MigrationFolder[],
  { opening, slowMs = SLOW_MS, ...options }: Options = {},
): Promise<{ database: Database; applied: string[] }> {
  const all = [platformMigrations, ...rooms]
  const database = await (opening ?? openDatabase(config, log, { ...options, seedOf: () => seedOf(all) }))
  const slow = setTimeout(() => log.warn('migrations are slow: still running, or waiting for another process'), slowMs)
  const applied = await database.patiently((own) => migrate(own, rooms)).finally(() => clearTimeout(slow))
  if (applied.length > 0) {
    log.info({ applied: applied.length }, 'database migrated')
    await database.keepAsSeed()
  }
  return { database, applied }
}
