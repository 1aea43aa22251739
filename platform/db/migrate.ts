// Runs numbered SQL files, forward only. Each room has its own folder and its own table of applied migrations.
import { readdir, readFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { isDeepStrictEqual } from 'node:util'
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

/** An older release must not serve a database with unknown migrations. */
export class NewerDatabase extends Error {
  constructor(room: string, unknown: readonly string[]) {
    super(
      `A newer release has migrated this database: it has ${unknown.map((name) => `${room}/${name}`).join(', ')}, which this release does not know. Start that release, or restore an older backup.`,
    )
    this.name = 'NewerDatabase'
  }
}

/**
 * Runs pending migrations, one process at a time. Each room is migrated completely or not at all. Returns the names.
 */
export async function migrate(db: Db, rooms: readonly MigrationFolder[]): Promise<string[]> {
  const applied: string[] = []
  for (const one of [platformMigrations, ...rooms]) {
    const { room } = one
    if (await isDone(db, one)) continue
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

/** Checked before Kysely's migrator, which reads the columns of all tables even if there is nothing to do. */
async function isDone(db: Db, one: MigrationFolder): Promise<boolean> {
  const table = `${one.room}.migrations`
  const { rows: tables } = await sql<{ known: boolean }>`select to_regclass(${table}) is not null as known`.execute(db)
  if (!tables[0]!.known) return false
  const { rows } = await sql<{ name: string }>`select name from ${sql.table(table)} order by name collate "C"`.execute(
    db,
  )
  const names = await namesOf(one)
  const done = rows.map(({ name }) => name)
  const unknown = done.filter((name) => !names.includes(name))
  if (unknown.length > 0) throw new NewerDatabase(one.room, unknown)
  return isDeepStrictEqual(done, names)
}

async function readMigrations(room: MigrationFolder): Promise<Record<string, Migration>> {
  const texts = await readRoom(room)
  return Object.fromEntries(
    texts.map(([name, text]) => [name, { up: async (db: Db) => void (await sql.raw(text).execute(db)) }]),
  )
}

/** Names and SQL texts, in order. */
export async function readRoom({ folder }: Pick<MigrationFolder, 'folder'>): Promise<[name: string, text: string][]> {
  const path = fileURLToPath(folder)
  const names = await namesOf({ folder })
  return Promise.all(names.map(async (name) => [name, await readFile(join(path, `${name}.sql`), 'utf8')]))
}

async function namesOf({ folder }: Pick<MigrationFolder, 'folder'>): Promise<string[]> {
  const files = await readdir(folder)
  return files
    .filter((file) => file.endsWith('.sql'))
    .map((file) => basename(file, '.sql'))
    .sort()
}
