// Many readers of server-sent events in one process: plain sockets that record when an event arrives.
import net from 'node:net'
import { timeNow } from './memory.ts'

export interface Readers {
  /** Milliseconds from the time that `tell` returns until each reader received the event. */
  hear(tell: () => Promise<{ at: number }>): Promise<number[]>
  close(): Promise<void>
}

const PATIENCE_MS = 30_000
const AT_ONCE = 50

export async function openReaders(url: string, headers: Record<string, string>, count: number): Promise<Readers> {
  let onEvent = (): void => {}
  const sockets: net.Socket[] = []
  for (let opened = 0; opened < count; opened += AT_ONCE)
    sockets.push(
      ...(await Promise.all(
        Array.from({ length: Math.min(AT_ONCE, count - opened) }, () => openOne(url, headers, () => onEvent())),
      )),
    )
  return {
    hear: async (tell) => {
      const heard: number[] = []
      const all = new Promise<void>((done, failed) => {
        const late = setTimeout(() => failed(new Error(`${heard.length} of ${count} received the event`)), PATIENCE_MS)
        onEvent = () => {
          if (heard.push(timeNow()) < count) return
          clearTimeout(late)
          done()
        }
      })
      const [{ at }] = await Promise.all([tell(), all])
      return heard.map((moment) => moment - at)
    },
    close: async () => {
      await Promise.all(
        sockets.map(
          (socket) =>
            new Promise((closed) => {
              socket.once('close', closed)
              socket.destroy()
            }),
        ),
      )
    },
  }
}

/** Resolves when the first bytes of the stream itself arrive. */
function openOne(url: string, headers: Record<string, string>, onEvent: () => void): Promise<net.Socket> {
  const { hostname, host, port, pathname } = new URL(url)
  const lines = Object.entries({ host, accept: 'text/event-stream', ...headers })
  const request = `GET ${pathname} HTTP/1.1\r\n${lines.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n`
  return new Promise((opened, failed) => {
    const socket = net.connect({ host: hostname, port: Number(port) }, () => socket.write(request))
    socket.once('error', failed)
    let isOpen = false
    socket.on('data', (chunk) => {
      if (chunk.includes('event: audit')) onEvent()
      if (isOpen || !chunk.includes('retry: ')) return
      isOpen = true
      opened(socket)
    })
    socket.once('close', () => failed(new Error(`${url} ended a stream`)))
  })
}
