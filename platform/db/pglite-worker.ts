// Runs PGlite off the main thread, so that a long query does not block the event loop of the server.
import { parentPort, workerData } from 'node:worker_threads'
import { PGlite, type PGliteOptions } from '@electric-sql/pglite'
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm'
import { PGLiteSocketServer } from '@electric-sql/pglite-socket'

interface Order {
  folder: string
  listen: { path: string } | { host: string; port: number }
  postgres: PGliteOptions['pgliteWasmModule']
}

const { folder, listen, postgres } = workerData as Order
const database = await PGlite.create({ dataDir: folder, pgliteWasmModule: postgres, extensions: { pg_trgm } })

// PostgreSQL errors arrive as messages. An exception means that the instance is broken, and the socket server would
// wait forever, so the worker exits, and the process with it.
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
