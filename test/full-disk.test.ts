// A disk that is really full, if the current user may mount one. The behavior seen by clients is tested everywhere, in
// degraded.test.ts.
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { chmodSync, closeSync, mkdirSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { testDatabaseUrl } from '@veritrace/platform/testing/db'
import pg from 'pg'
import { FORGETFUL, startPostgres } from '../scripts/postgres.ts'
import { type Asked, isReady, openWriter, until } from './page-writer.ts'

interface Disk {
  folder: string
  /** Fills the disk to the last byte. */
  fill(): void
  makeRoom(): void
}

/** Undefined if this user may not mount a file system. */
function mountDisk(megabytes: number): (Disk & { unmount(): void }) | undefined {
  const folder = mkdtempSync(join(tmpdir(), 'veritrace-disk-'))
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'veritrace', folder], { stdio: 'ignore' })
  } catch {
    rmSync(folder, { recursive: true })
    return undefined
  }
  const ballast = join(folder, 'ballast')
  return {
    folder,
    fill() {
      const file = openSync(ballast, 'w')
      const bytes = Buffer.alloc(64 * 1024)
      try {
        for (;;) writeSync(file, bytes)
      } catch (error) {
        assert.equal((error as NodeJS.ErrnoException).code, 'ENOSPC')
      } finally {
        closeSync(file)
      }
    },
    makeRoom: () => rmSync(ballast),
    unmount: () => {
      execFileSync('umount', ['-l', folder])
      rmSync(folder, { recursive: true })
    },
  }
}

/** Unmounts lazily: processes may still be closing files on the disk. */
function useDisk(t: TestContext, megabytes: number): Disk | undefined {
  const disk = mountDisk(megabytes)
  if (disk) t.after(disk.unmount)
  else t.skip('this user may not mount a disk')
  return disk
}

/**
 * Uses a separate server, because one whose disk was full and then unmounted is useless for other tests. Only the
 * tables are on the disk.
 */
async function databaseIn(t: TestContext, folder: string): Promise<string> {
  const place = join(folder, 'tables')
  mkdirSync(place)
  chmodSync(folder, 0o755)
  const server = await startPostgres(FORGETFUL)
  t.after(server.stop)
  // PostgreSQL does not run as root.
  execFileSync('chown', ['postgres', place])
  const admin = new pg.Client({ connectionString: server.url })
  await admin.connect()
  await admin.query(`create tablespace small location '${place}'`)
  await admin.query('create database small tablespace small')
  await admin.end()
  return Object.assign(new URL(server.url), { pathname: '/small' }).href
}

async function suffer(disk: Disk, { write, read, ready }: Awaited<ReturnType<typeof openWriter>>): Promise<void> {
  await isReady(ready)
  disk.fill()
  let refused: Asked | undefined
  for (let tries = 0; tries < 2_000 && !refused; tries++) {
    const answer = await write()
    if (answer.status !== 201) refused = answer
  }
  assert.deepEqual([refused?.status, refused?.body.code], [503, 'storage_full'], JSON.stringify(refused?.body))
  assert.equal((await read()).status, 200)
  await until('it is reported', async () => (await ready()).body.checks!.database_disk!.status === 'failed')
  const degraded = await ready()
  assert.deepEqual([degraded.status, degraded.body.status], [200, 'degraded'])
  disk.makeRoom()
  await until('writes work again', async () => (await write()).status === 201)
  await until('it has recovered', async () => (await ready()).body.checks!.database_disk!.status === 'ok', 30_000)
}

test('a full disk of PostgreSQL is reported, and the server recovers by itself when there is space', {
  skip: !testDatabaseUrl() && 'there is no PostgreSQL',
}, async (t) => {
  const disk = useDisk(t, 64)
  if (disk) await suffer(disk, await openWriter(t, { DATABASE_URL: await databaseIn(t, disk.folder) }))
})

test('a full disk of the embedded database is reported, and the server recovers by itself when there is space', {
  skip: testDatabaseUrl() !== undefined && 'the data is in PostgreSQL',
}, async (t) => {
  const disk = useDisk(t, 400)
  if (disk) await suffer(disk, await openWriter(t, { DATA_DIR: disk.folder }))
})
