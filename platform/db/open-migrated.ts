// A database that has all tables of these rooms.
import type { Config } from '../config/config.ts'
import type { Log } from '../log.ts'
import { type MigrationFolder, migrate, platformMigrations } from './migrate.ts'
import { type Database, type OpenOptions, openDatabase } from './open.ts'
import { seedOf } from './seeds.ts'

export async function openMigrated(
  config: Pick<Config, 'database' | 'dataDir'>,
  log: Log,
  rooms: readonly MigrationFolder[],
  { opening, ...options }: Pick<OpenOptions, 'taking'> & { opening?: Promise<Database> } = {},
): Promise<{ database: Database; applied: string[] }> {
  const all = [platformMigrations, ...rooms]
  const database = await (opening ?? openDatabase(config, log, { ...options, seedOf: () => seedOf(all) }))
  const applied = await database.patiently((own) => migrate(own, rooms))
  if (applied.length > 0) {
    log.info({ applied: applied.length }, 'database migrated')
    await database.keepAsSeed()
  }
  return { database, applied }
}
