// What the world does to us: servers that take a connection and say nothing, and wires that are cut, held or full.
import { connect, createServer, type Server, type Socket } from 'node:net'
import { atEnd } from './at-end.ts'

export interface Mute {
  port: number
  /** Connections that were taken. */
  taken(): number
  close(): Promise<void>
}

/** Takes every connection, reads what comes, and never answers. */
export async function openMute(): Promise<Mute> {
  let taken = 0
  const { port, close } = await listen((socket) => {
    taken += 1
    socket.resume()
  })
  return { port, close, taken: () => taken }
}

export interface Wire {
  port: number
  /** Nothing passes any more, in either direction, as with a server that is stopped. */
  hold(): void
  /** New connections are told that there are too many. */
  refuse(): void
  /** Everything passes again. */
  mend(): void
  close(): Promise<void>
}

/** The way to a PostgreSQL. */
export async function openWire(target: { host: string; port: number }): Promise<Wire> {
  let state: 'open' | 'held' | 'refusing' = 'open'
  const held = new Set<() => void>()
  /** Runs at once if the wire is open, otherwise when it opens again. */
  const pass = (work: () => void): void => {
    if (state === 'held') held.add(work)
    else work()
  }
  const { port, close } = await listen((near) => {
    if (state === 'refusing') return refuseOn(near)
    pass(() => {
      const far = connect(target)
      far.on('error', () => near.destroy())
      near.on('close', () => far.destroy())
      far.on('close', () => pass(() => near.destroy()))
      near.on('data', (bytes) => pass(() => far.write(bytes)))
      far.on('data', (bytes) => pass(() => near.write(bytes)))
    })
  })
  return {
    port,
    hold: () => {
      state = 'held'
    },
    refuse: () => {
      state = 'refusing'
    },
    mend: () => {
      state = 'open'
      for (const work of held) work()
      held.clear()
    },
    close,
  }
}

/** PostgreSQL §54.7: ErrorResponse. */
function refuseOn(socket: Socket): void {
  const fields = Buffer.from('SFATAL\0VFATAL\0C53300\0Msorry, too many clients already\0\0')
  const head = Buffer.from('E\0\0\0\0')
  head.writeInt32BE(fields.length + 4, 1)
  socket.once('data', () => socket.end(Buffer.concat([head, fields])))
}

async function listen(take: (socket: Socket) => void): Promise<{ port: number; close(): Promise<void> }> {
  const open = new Set<Socket>()
  const server: Server = createServer((socket) => {
    open.add(socket)
    socket.on('error', () => {})
    socket.once('close', () => open.delete(socket))
    take(socket)
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const close = async (): Promise<void> => {
    for (const socket of open) socket.destroy()
    if (server.listening) await new Promise((done) => server.close(done))
  }
  atEnd(close)
  return { port: (server.address() as { port: number }).port, close }
}
