// A proxy in front of a server: while it is shut, connections are accepted but not forwarded. Requests during that time
// are lost, as in a network that drops idle connections.
import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

export async function openDoor(to: URL) {
  const open = new Set<Socket>()
  const waiting = new Set<Socket>()
  let isShut = false
  const server = createServer((guest) => {
    open.add(guest)
    guest.on('error', () => {}).on('close', () => open.delete(guest))
    if (isShut) {
      guest.once('data', () => waiting.add(guest)).resume()
      return
    }
    const host = connect(Number(to.port), to.hostname).on('error', () => guest.destroy())
    open.add(host)
    host.on('close', () => open.delete(host))
    guest.pipe(host).pipe(guest)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const cut = () => {
    for (const socket of open) socket.destroy()
  }
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    shut: () => {
      isShut = true
      cut()
    },
    /** Number of clients that wait for a response. */
    waiting: () => waiting.size,
    open: () => {
      isShut = false
      cut()
    },
    close: () => {
      server.close()
      cut()
    },
  }
}
