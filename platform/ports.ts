// A port that is free now, for processes that must know their address before they listen.
import { randomInt } from 'node:crypto'
import { createServer } from 'node:net'

/** Below the ports that systems give to outgoing connections: one of those could be taken again before we listen. */
const [FIRST, LAST] = [20_000, 32_000]
const TRIES = 50

export async function freePort(host = '127.0.0.1'): Promise<number> {
  for (let tries = 1; ; tries++) {
    // At random: processes that count on from one port to the next would meet.
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
