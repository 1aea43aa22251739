// The servers under test: one or two replicas that can be killed, restarted, frozen and given a wrong clock.
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from '@veritrace/platform/ports'
import { type ServerProcess, spawnServer } from '../process.ts'

export interface Fleet {
  /** The URL of a running replica, in turn. */
  url(): string
  /** Number of replicas. */
  size: number
  kill(at: number): Promise<void>
  restart(at: number): Promise<number | null>
  freeze(at: number, ms: number): Promise<void>
  /** Restarts it with a clock that is off by this many milliseconds. */
  shift(at: number, ms: number): Promise<void>
  pids(): number[]
  close(): Promise<void>
}

const SHIFTED = new URL('./shifted-clock.ts', import.meta.url).pathname

export async function openFleet(size: number, env: Record<string, string>): Promise<Fleet> {
  const ports = await Promise.all(Array.from({ length: size }, freePort))
  const shared = { ...env, PUBLIC_URL: `http://127.0.0.1:${ports[0]}` }
  const start = (at: number, more: Record<string, string> = {}) =>
    spawnServer({ ...shared, PORT: String(ports[at]), ...more })
  const servers: (ServerProcess | undefined)[] = []
  // One after the other, because the first one migrates.
  for (let at = 0; at < size; at++) servers.push(await start(at))
  let turn = 0
  const again = async (at: number, end: (server: ServerProcess) => Promise<unknown>, more = {}) => {
    const server = servers[at]!
    servers[at] = undefined
    const code = await end(server)
    servers[at] = await start(at, more)
    return code
  }
  return {
    size,
    url: () => {
      const up = ports.filter((_, at) => servers[at])
      const all = up.length > 0 ? up : ports
      return `http://127.0.0.1:${all[turn++ % all.length]}`
    },
    kill: async (at) => void (await again(at, (server) => server.kill())),
    restart: async (at) => (await again(at, (server) => server.stop())) as number | null,
    freeze: async (at, ms) => {
      const { pid } = servers[at]!
      process.kill(pid, 'SIGSTOP')
      await sleep(ms)
      process.kill(pid, 'SIGCONT')
    },
    shift: async (at, ms) =>
      void (await again(at, (server) => server.stop(), {
        NODE_OPTIONS: `${process.env.NODE_OPTIONS ?? ''} --import ${SHIFTED}`,
        CHAOS_CLOCK_MS: String(ms),
      })),
    pids: () => servers.flatMap((server) => (server ? [server.pid] : [])),
    close: async () => {
      await Promise.all(servers.map((server) => server?.stop()))
    },
  }
}
