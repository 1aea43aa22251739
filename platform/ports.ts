// Finds a free port, for processes that must know their URL before they listen.
import { randomInt } from 'node:crypto'
import { createServer } from 'node:net'

/** Below the ephemeral port range, from which the system could reassign a port before we listen. */
const [FIRST, LAST] = [20_000, 32_000]
const TRIES = 50

export async function freePort(host = '127.0.0.1'): Promise<number> {
  for (let tries = 1; ; tries++) {
    // Random, because processes that search sequentially would collide.
    const port = randomInt(FIRST, LAST)
    try {
      return await tryPort(port, host)
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE' || tries === TRIES) throw error
    }
  }
}

const tryPort = (port: number, host: string): Promise<number> =>
  new Promise((done, broken) => {
    const probe = createServer()
    probe.once('error', broken)
    probe.listen(port, host, () => probe.close(() => done(port)))
  })
