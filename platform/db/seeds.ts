// A fresh embedded database begins as a copy of one that was just brought up to date: making one takes seconds of work.
import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { cp, mkdir, readdir, rename, rm } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { type MigrationFolder, readRoom } from './migrate.ts'

const PGLITE = '@electric-sql/pglite'

/** Where the seed of these rooms stands, beside the installed packages. Another PGlite or migration makes another name. */
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

/** Whether there was one. The folder is there whole or not at all. */
export async function plantSeed(seed: string, folder: string): Promise<boolean> {
  if (!existsSync(seed)) return false
  const making = `${folder}.making`
  await rm(making, { recursive: true, force: true })
  await cp(seed, making, { recursive: true })
  await rename(making, folder)
  return true
}

/** Instead of the older ones of the same rooms. A place that cannot be written only costs time. */
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
    // Another process was sooner, or nothing may be written there.
    await rm(making, { recursive: true, force: true })
  }
}
