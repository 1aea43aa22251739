// Starts a new embedded database as a copy of a migrated one, because creating one takes seconds of work.
import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { cp, mkdir, readdir, rename, rm } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { type MigrationFolder, readRoom } from './migrate.ts'

const PGLITE = '@electric-sql/pglite'

/**
 * Path of the seed for these rooms, next to the installed packages. Another PGlite version or migration changes the
 * name.
 */
export async function seedOf(rooms: readonly MigrationFolder[]): Promise<string> {
  const [modules] = createRequire(import.meta.url)
    .resolve(PGLITE)
    .split('@electric-sql') as [string]
  const { version } = JSON.parse(readFileSync(join(modules, PGLITE, 'package.json'), 'utf8'))
  const hash = createHash('sha256')
  for (const room of rooms) hash.update(JSON.stringify([room.room, await readRoom(room)]))
  const names = rooms.map(({ room }) => room).join('+')
  return join(modules, '.cache', 'veritrace', `pglite-${version}-${names}-${hash.digest('hex').slice(0, 16)}`)
}

/** Copies the seed and returns whether there was one. The folder appears complete or not at all. */
export async function plantSeed(seed: string, folder: string): Promise<boolean> {
  if (!existsSync(seed)) return false
  const making = `${folder}.making`
  await rm(making, { recursive: true, force: true })
  await cp(seed, making, { recursive: true })
  await rename(making, folder)
  return true
}

/** Replaces older seeds of the same rooms. If the folder is not writable, only time is lost. */
export async function keepSeed(folder: string, seed: string): Promise<void> {
  const making = `${seed}.${process.pid}`
  try {
    await mkdir(dirname(seed), { recursive: true })
    await cp(folder, making, { recursive: true })
    await rename(making, seed)
    const family = seed.slice(0, seed.lastIndexOf('-') + 1)
    for (const name of await readdir(dirname(seed))) {
      const other = join(dirname(seed), name)
      if (other.startsWith(family) && other !== seed) await rm(other, { recursive: true, force: true })
    }
  } catch {
    // Another process was faster, or the folder is not writable.
    await rm(making, { recursive: true, force: true })
  }
}
