// Runs the embedded database: PGlite in a worker, reached through a socket like any PostgreSQL.
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
  /** Only present if this start created the database. Do not write to the database during the call. */
  keepAsSeed?(): Promise<void>
  close(): Promise<void>
}

export interface EmbeddedOptions {
  /** Returns the seed that a new database starts from. */
  seedOf?: () => Promise<string>
  /** Called once the thread has been started and needs nothing from this one for a while. */
  begun?: () => void
  log?: Log
}

/** The folder of the embedded database in the data folder. */
const folderIn = (dataDir: string): string => join(dataDir, 'postgres')

const hasDatabase = (dataDir: string): boolean => existsSync(join(folderIn(dataDir), 'PG_VERSION'))

/** Whether a server was ever started on this data folder, even if it has not created its database yet. */
export const wasServed = (dataDir: string): boolean => hasDatabase(dataDir) || existsSync(join(dataDir, LOCK_FILE))

export async function startEmbedded(dataDir: string, { seedOf, begun, log }: EmbeddedOptions = {}): Promise<Embedded> {
  const lock = await lockFolder(dataDir, log)
  const folder = folderIn(dataDir)
  const seed = hasDatabase(dataDir) ? undefined : await seedOf?.()
  const isPlanted = seed !== undefined && (await plantSeed(seed, folder))
  mkdirSync(folder, { recursive: true })
  const unix = process.platform !== 'win32'
  // The socket accepts any password, so it is in a folder that only this user can enter.
  const socketFolder = mkdtempSync(join(tmpdir(), 'veritrace-'))
  const listen = unix ? { path: join(socketFolder, '.s.PGSQL.5432') } : { host: '127.0.0.1', port: 0 }
  const worker = new Worker(new URL('./pglite-worker.ts', import.meta.url), {
    workerData: { folder, listen, postgres: compiledPostgres() },
    // With the variables of `node --watch`, Node would send its own messages before ours.
    env: threadEnv(),
  })
  begun?.()
  const { ready } = await answer<{ ready: string }>(worker)
  let closing = false
  // Without its database the process is useless, so it exits and a supervisor restarts it.
  worker.on('exit', (code) => {
    if (!closing) throw new Error(`The embedded database exited with code ${code}.`)
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

/** Compiled once per process, so that later databases start with V8's optimized code. */
function compiledPostgres(): object {
  compiled ??= new WebAssembly.Module(readFileSync(new URL('pglite.wasm', import.meta.resolve('@electric-sql/pglite'))))
  return compiled
}

/** The worker's next message; an error event becomes an exception. */
async function answer<T>(worker: Worker): Promise<T> {
  const [message] = await once(worker, 'message').catch((error) => {
    throw new Error(`The embedded database failed: ${String(error?.message ?? error).slice(0, 500)}`)
  })
  return message as T
}
