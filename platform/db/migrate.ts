// Numbered SQL files, forward only. Each room has its own folder and its own table of what has run.
import { readdir, readFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { sql } from 'kysely'
import { type Migration, Migrator } from 'kysely/migration'
import type { Db } from './db.ts'

export interface MigrationFolder {
  /** The room, which is also the name of its schema. */
  room: string
  folder: URL
}

export const platformMigrations: MigrationFolder = {
  room: 'platform',
  folder: new URL('../migrations/', import.meta.url),
}

/** Runs what has not run yet, all of a room or nothing of it, one process at a time. Returns the names. */
export async function migrate(db: Db, rooms: readonly MigrationFolder[]): Promise<string[]> {
  const applied: string[] = []
  for (const one of [platformMigrations, ...rooms]) {
    const { room } = one
    const migrator = new Migrator({
      db,
      provider: { getMigrations: () => readMigrations(one) },
      migrationTableSchema: room,
      migrationTableName: 'migrations',
      migrationLockTableName: 'migrations_lock',
    })
    const { error, results } = await migrator.migrateToLatest()
    if (error) throw new Error(`Migration of ${room} failed: ${(error as Error).message}`, { cause: error })
    applied.push(...(results ?? []).map((result) => `${room}/${result.migrationName}`))
  }
  return applied
}

async function readMigrations(room: MigrationFolder): Promise<Record<string, Migration>> {
  const texts = await readRoom(room)
  return Object.fromEntries(
    texts.map(([name, text]) => [name, { up: async (db: Db) => void (await sql.raw(text).execute(db)) }]),
  )
}

/** Names and texts, in order. */
export async function readRoom({ folder }: MigrationFolder): Promise<[name: string, text: string][]> {
  const path = fileURLToPath(folder)
  const files = (await readdir(path)).filter((file) => file.endsWith('.sql')).sort()
  return Promise.all(files.map(async (file) => [basename(file, '.sql'), await readFile(join(path, file), 'utf8')]))
}
