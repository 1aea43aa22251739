// Simulates network faults: servers that accept connections but never answer, and proxies that drop, stall or refuse.
import { connect, createServer, type Server, type Socket } from 'node:net'
import { atEnd } from './at-end.ts'

export interface Mute {
  port: number
  /** Number of accepted connections. */
  taken(): number
  close(): Promise<void>
}

/** Accepts every connection, reads from it, and never answers. */
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
  /** Stalls traffic in both directions, like a stopped server. */
  hold(): void
  /** New connections get the error “too many clients”. */
  refuse(): void
  /** Restores normal traffic. */
  restore(): void
  close(): Promise<void>
}

/** A proxy in front of PostgreSQL. */
export async function openWire(target: { host: string; port: number }): Promise<Wire> {
  let state: 'open' | 'held' | 'refusing' = 'open'
  const held = new Set<() => void>()
  /** Runs immediately if the proxy is open, otherwise when it reopens. */
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
    restore: () => {
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
