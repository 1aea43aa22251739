// Sends one request after another over one connection with minimal overhead, so that the measured time is the server's.
import net from 'node:net'

export interface Asking {
  /** Requests to one path, always with the same headers. */
  to(path: string, headers: Record<string, string>): Post
  close(): void
}

/** Sends a body and returns the length of the complete response body. */
export type Post = (body: string) => Promise<number>

interface Waiting {
  answered(length: number): void
  failed(error: Error): void
}

/** Only for servers that send Content-Length. */
export function openAsking(url: string): Asking {
  const { hostname, host, port } = new URL(url)
  let socket: net.Socket | undefined
  let waiting: Waiting | undefined
  const settle = (end: (by: Waiting) => void): void => {
    const by = waiting
    waiting = undefined
    if (by) end(by)
  }

  function connect(): net.Socket {
    const opened = net.connect({ host: hostname, port: Number(port), noDelay: true })
    opened.on('error', (error) => settle(({ failed }) => failed(error)))
    // Servers close idle connections; the next request opens another.
    opened.on('close', () => {
      socket = undefined
      settle(({ failed }) => failed(new Error('The connection was closed.')))
    })
    const read = reader((length) => settle(({ answered }) => answered(length)))
    opened.on('data', (chunk) => {
      const refused = read(chunk)
      if (refused !== undefined) opened.destroy(new Error(refused))
    })
    return opened
  }

  return {
    to(path, headers) {
      const fields = Object.entries({ host, ...headers }).map(([name, value]) => `${name}: ${value}\r\n`)
      const head = `POST ${path} HTTP/1.1\r\n${fields.join('')}content-length: `
      return (body) =>
        new Promise((answered, failed) => {
          waiting = { answered, failed }
          socket ??= connect()
          socket.write(`${head}${Buffer.byteLength(body)}\r\n\r\n${body}`)
        })
    },
    close: () => void socket?.destroy(),
  }
}

/** Parses a response incrementally; reports the length of each complete body, or returns the reason why it cannot. */
function reader(whole: (length: number) => void): (chunk: Buffer) => string | undefined {
  let head = ''
  let length = 0
  let missing = 0
  return (chunk) => {
    if (missing > 0) missing -= chunk.length
    else {
      head += chunk.toString('latin1')
      const end = head.indexOf('\r\n\r\n')
      if (end < 0) return undefined
      const told = /^content-length: (\d+)/im.exec(head)?.[1]
      if (!told || !head.startsWith('HTTP/1.1 2')) return head
      length = Number(told)
      missing = end + 4 + length - head.length
    }
    if (missing > 0) return undefined
    head = ''
    whole(length)
    return undefined
  }
}
