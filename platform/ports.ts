// A port that is free now, for processes that must know their address before they listen.
import { createServer } from 'node:net'

export const freePort = (host = '127.0.0.1'): Promise<number> =>
  new Promise((done, broken) => {
    const probe = createServer()
    probe.once('error', broken)
    probe.listen(0, host, () => {
      const { port } = probe.address() as { port: number }
      probe.close(() => done(port))
    })
  })
