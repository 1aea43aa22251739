// Generates load on the same two cores as the server, so it must be cheap: one prepared request, sent again as soon as
// its response is complete.
import net from 'node:net'

/** Several URLs are requested in turn. */
export function requestsPerSecond(
  urls: string | readonly string[],
  options: { headers: Record<string, string>; connections: number; seconds: number },
): Promise<number> {
  const [first, ...others] = [urls].flat()
  const { hostname, host, port } = new URL(first!)
  const lines = Object.entries({ host, ...options.headers }).map(([name, value]) => `${name}: ${value}\r\n`)
  const requests = [first!, ...others].map((url) => {
    const { pathname, search } = new URL(url)
    return Buffer.from(`GET ${pathname}${search} HTTP/1.1\r\n${lines.join('')}\r\n`)
  })
  let asked = 0
  const next = (): Buffer => requests[asked++ % requests.length]!
  const begun = performance.now()
  const end = begun + options.seconds * 1000
  let answers = 0
  const one = () =>
    new Promise<void>((done, failed) => {
      let head = ''
      let missing = 0
      const socket = net.connect({ host: hostname, port: Number(port), noDelay: true }, () => socket.write(next()))
      socket.on('error', failed)
      socket.on('data', (chunk) => {
        // Only the head is parsed; the rest is counted.
        if (missing > 0) missing -= chunk.length
        else {
          head += chunk.toString('latin1')
          const length = lengthOf(head)
          if (length === undefined) return
          if (!head.startsWith('HTTP/1.1 200')) failed(new Error(`${first} answered ${head}`))
          missing = length - head.length
          head = ''
        }
        if (missing > 0) return
        answers++
        if (performance.now() < end) return socket.write(next())
        socket.destroy()
        done()
      })
    })
  return Promise.all(Array.from({ length: options.connections }, one)).then(
    () => answers / ((performance.now() - begun) / 1000),
  )
}

/** Length of the whole response, once its head has arrived. */
function lengthOf(answer: string): number | undefined {
  const head = answer.indexOf('\r\n\r\n')
  if (head < 0) return undefined
  return head + 4 + Number(/content-length: (\d+)/i.exec(answer)?.[1] ?? 0)
}
