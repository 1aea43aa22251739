// The embedded database: PGlite in a worker, reached through a socket like any PostgreSQL.
import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import type { Log } from '../log.ts'
import { threadEnv } from '../threads/thread-env.ts'
import { LOCK_FILE, lockFolder } from './lock.ts'
import { keepSeed, plantSeed } from './seeds.ts'

export interface Embedded {
  host: string
  port: number
  /** Nothing may be written meanwhile. Only where this start has made the database. */
  keepAsSeed?(): Promise<void>
  close(): Promise<void>
}

export interface EmbeddedOptions {
  /** Says of what a fresh one begins as a copy. */
  seedOf?: () => Promise<string>
  /** Called when the thread is on its way, and needs nothing more of this one for a while. */
  begun?: () => void
  log?: Log
}

/** Where the embedded database is, in the data folder. */
const folderIn = (dataDir: string): string => join(dataDir, 'postgres')

const hasDatabase = (dataDir: string): boolean => existsSync(join(folderIn(dataDir), 'PG_VERSION'))

/** Whether a server was started on this data folder, even if it is only about to make its database. */
export const wasServed = (dataDir: string): boolean => hasDatabase(dataDir) || existsSync(join(dataDir, LOCK_FILE))

export async function startEmbedded(dataDir: string, { seedOf, begun, log }: EmbeddedOptions = {}): Promise<Embedded> {
  const lock = await lockFolder(dataDir, log)
  const folder = folderIn(dataDir)
  const seed = hasDatabase(dataDir) ? undefined : await seedOf?.()
  const isPlanted = seed !== undefined && (await plantSeed(seed, folder))
  mkdirSync(folder, { recursive: true })
  const unix = process.platform !== 'win32'
  // Any password opens the socket, so it stands in a folder that only we may enter.
  const socketFolder = mkdtempSync(join(tmpdir(), 'veritrace-'))
  const listen = unix ? { path: join(socketFolder, '.s.PGSQL.5432') } : { host: '127.0.0.1', port: 0 }
  const worker = new Worker(new URL('./pglite-worker.ts', import.meta.url), {
    workerData: { folder, listen, postgres: compiledPostgres() },
    // Told by the environment that files are watched, Node would send messages of its own before ours.
    env: threadEnv(),
  })
  begun?.()
  const { ready } = await answer<{ ready: string }>(worker)
  let closing = false
  // Without its database the process can do nothing but end: whoever runs it starts it again.
  worker.on('exit', (code) => {
    if (!closing) throw new Error(`The embedded database ended by itself with code ${code}.`)
  })
  const port = unix ? 5432 : Number(ready.split(':').at(-1))
  return {
    host: unix ? socketFolder : '127.0.0.1',
    port,
    ...(seed && !isPlanted && { keepAsSeed: () => keepSeed(folder, seed) }),
    close: async () => {
      closing = true
      worker.postMessage('close')
      await answer(worker)
      await worker.terminate()
      rmSync(socketFolder, { recursive: true, force: true })
      await lock.release()
    },
  }
}

let compiled: object | undefined

/** Once for all databases of the process: what V8 has made faster for one, the next begins with. */
function compiledPostgres(): object {
  compiled ??= new WebAssembly.Module(readFileSync(new URL('pglite.wasm', import.meta.resolve('@electric-sql/pglite'))))
  return compiled
}

/** The worker's next message, or its failure as ours; `once` throws on an error event. */
async function answer<T>(worker: Worker): Promise<T> {
  const [message] = await once(worker, 'message').catch((error) => {
    throw new Error(`The embedded database failed: ${String(error?.message ?? error).slice(0, 500)}`)
  })
  return message as T
}
