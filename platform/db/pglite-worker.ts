// PGlite runs here, off the main thread: a long query must not stop the event loop of the server.
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { parentPort, workerData } from 'node:worker_threads'
import { PGlite } from '@electric-sql/pglite'
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm'
import { PGLiteSocketServer } from '@electric-sql/pglite-socket'

interface Order {
  folder: string
  /** An empty, initialised cluster: unpacking it takes a third of the time of making one. */
  seedFile: string
  listen: { path: string } | { host: string; port: number }
}

const { folder, seedFile, listen } = workerData as Order
const fresh = !existsSync(`${folder}/PG_VERSION`)
const extensions = { pg_trgm }
const seed = fresh && existsSync(seedFile) ? new Blob([readFileSync(seedFile)]) : undefined
const database = await PGlite.create({ dataDir: folder, extensions, ...(seed && { loadDataDir: seed }) })
if (fresh && !seed) await keepSeed()

// An error of PostgreSQL comes as a message; one that is thrown means that the instance is broken, and the socket server
// would wait for it for ever. The worker ends with it, and so does the process.
const speak = database.execProtocolRawStream.bind(database)
database.execProtocolRawStream = async (...words) => {
  try {
    return await speak(...words)
  } catch (error) {
    setImmediate(() => {
      throw error
    })
    throw error
  }
}

const server = new PGLiteSocketServer({ db: database, ...listen, maxConnections: 50 })
await server.start()
parentPort?.postMessage({ ready: server.getServerConn() })

parentPort?.once('message', async () => {
  await server.stop()
  await database.close()
  parentPort?.postMessage({ closed: true })
})

/** Keeps the empty cluster for the next start elsewhere; a folder that cannot be written only costs time. */
async function keepSeed(): Promise<void> {
  try {
    const dump = await database.dumpDataDir('gzip')
    mkdirSync(dirname(seedFile), { recursive: true })
    writeFileSync(`${seedFile}.${process.pid}`, Buffer.from(await dump.arrayBuffer()))
    renameSync(`${seedFile}.${process.pid}`, seedFile)
  } catch {}
}
