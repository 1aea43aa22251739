// One process per data folder: two PGlite instances on one folder lose writes without an error.
import { createHash } from 'node:crypto'
import { mkdirSync, realpathSync, rmSync } from 'node:fs'
import { connect, createServer, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Log } from '../log.ts'
import { lockFile } from './file-lock.ts'

/** In the data folder. */
export const LOCK_FILE = 'process.lock'

export class DataFolderInUse extends Error {
  constructor(folder: string) {
    super(
      `Another process uses the data folder ${folder}. Stop it first, give this one its own DATA_DIR, or run both on PostgreSQL with DATABASE_URL.`,
    )
    this.name = 'DataFolderInUse'
  }
}

/**
 * Holds the folder until released, or until the process ends in whatever way. By a socket, which works on any file system,
 * and by a file: a socket is not seen by a container with a network of its own.
 */
export async function lockFolder(folder: string, log?: Log): Promise<{ release(): Promise<void> }> {
  mkdirSync(folder, { recursive: true })
  const real = realpathSync(folder)
  const address = lockAddress(createHash('sha256').update(real).digest('hex').slice(0, 24))
  const server = (await listen(address)) ?? (await takeOverDead(address))
  if (!server) throw new DataFolderInUse(real)
  server.unref()
  const file = lockFile(join(real, LOCK_FILE))
  const release = () => new Promise<void>((done) => server.close(() => done()))
  if (file === 'taken') {
    await release()
    throw new DataFolderInUse(real)
  }
  if (file === 'unsupported') {
    log?.warn({ folder: real }, 'no file can be locked in the data folder: let no other container or machine use it')
    return { release }
  }
  return {
    release: () => {
      file.release()
      return release()
    },
  }
}

/** The system frees abstract sockets and pipes with their process; elsewhere a dead socket file is taken over. */
function lockAddress(hash: string): string {
  if (process.platform === 'linux') return `\0veritrace-${hash}`
  if (process.platform === 'win32') return `\\\\.\\pipe\\veritrace-${hash}`
  return join(tmpdir(), `veritrace-${hash}.lock`)
}

function listen(address: string): Promise<Server | undefined> {
  return new Promise((done, broken) => {
    const server = createServer((socket) => socket.end())
    server.once('error', (error: NodeJS.ErrnoException) =>
      error.code === 'EADDRINUSE' ? done(undefined) : broken(error),
    )
    server.listen(address, () => done(server))
  })
}

async function takeOverDead(address: string): Promise<Server | undefined> {
  if (process.platform === 'linux' || process.platform === 'win32' || (await answers(address))) return undefined
  rmSync(address, { force: true })
  return listen(address)
}

const answers = (address: string): Promise<boolean> =>
  new Promise((done) => {
    const socket = connect(address, () => {
      socket.destroy()
      done(true)
    })
    socket.once('error', () => done(false))
  })
