// Allows one process per data folder: two PGlite instances on one folder silently lose writes.
import { createHash } from 'node:crypto'
import { mkdirSync, realpathSync, rmSync } from 'node:fs'
import { connect, createServer, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Log } from '../log.ts'
import { lockFile } from './file-lock.ts'

/** File name in the data folder. */
export const LOCK_FILE = 'process.lock'

export class DataFolderInUse extends Error {
  constructor(folder: string) {
    super(
      `Another process uses the data folder ${folder}. Stop it first, set another DATA_DIR for this one, or run both on PostgreSQL with DATABASE_URL.`,
    )
    this.name = 'DataFolderInUse'
  }
}

/**
 * Locks the folder until released, or until the process ends. Uses a socket, which works on any file system, and a
 * file, because a container with its own network does not see the socket.
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
    log?.warn(
      { folder: real },
      'files in the data folder cannot be locked: do not share the folder with another container or machine',
    )
    return { release }
  }
  return {
    release: () => {
      file.release()
      return release()
    },
  }
}

/**
 * The system frees abstract sockets and pipes when their process ends; elsewhere a leftover socket file is taken over.
 */
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
