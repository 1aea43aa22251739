// Runs the server as a separate process, so that a test can kill it.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { freePort } from '@veritrace/platform/ports'
import { WHOLE_SERVER } from '@veritrace/platform/testing/settings'

export interface ServerProcess {
  url: string
  pid: number
  /** SIGKILL: no handler runs. */
  kill(): Promise<void>
  /** SIGTERM: a clean shutdown. Returns the exit code. */
  stop(): Promise<number | null>
}

const MAIN = new URL('../apps/server/main.ts', import.meta.url).pathname
/** As in `npm start`; optimizing the WebAssembly of the embedded database is not worth it for a short process. */
const FLAGS = ['--max-semi-space-size=64', '--liftoff-only']

const SETTINGS = { NODE_ENV: 'development', LOG_LEVEL: 'error', DEMO_SITES: '0', ...WHOLE_SERVER }

export async function spawnServer(env: Record<string, string>): Promise<ServerProcess> {
  const port = env.PORT ?? String(await freePort())
  const child = spawn(process.execPath, [...FLAGS, MAIN], {
    env: { ...process.env, ...SETTINGS, PORT: port, ...env },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  endWithUs(child)
  let complaints = ''
  child.stderr!.on('data', (chunk) => {
    complaints += chunk
  })
  const url = `http://127.0.0.1:${port}`
  await untilReady(url, child, () => complaints)
  const end = async (signal: 'SIGKILL' | 'SIGTERM') => {
    if (child.exitCode !== null || child.signalCode !== null) return child.exitCode
    const exited = once(child, 'exit')
    child.kill(signal)
    return (await exited)[0] as number | null
  }
  return { url, pid: child.pid!, kill: async () => void (await end('SIGKILL')), stop: () => end('SIGTERM') }
}

const running = new Set<ChildProcess>()

/** A test that fails midway must not leave a server running. One listener serves all: Node warns after ten. */
function endWithUs(child: ChildProcess): void {
  if (running.size === 0) process.on('exit', killAll)
  running.add(child)
  child.once('exit', () => {
    running.delete(child)
    if (running.size === 0) process.off('exit', killAll)
  })
}

function killAll(): void {
  for (const child of running) child.kill('SIGKILL')
}

async function untilReady(url: string, child: ChildProcess, complaints: () => string): Promise<void> {
  for (let tries = 0; tries < 2_400; tries++) {
    if (child.exitCode !== null) throw new Error(`The server exited with ${child.exitCode}: ${complaints()}`)
    const answer = await fetch(`${url}/readyz`).catch(() => undefined)
    await answer?.body?.cancel()
    if (answer?.ok) return
    await new Promise((done) => setTimeout(done, 50))
  }
  throw new Error(`The server was not ready in time: ${complaints()}`)
}

/** A token for a member of the tenant, from the embedded identity provider in demo mode. */
export async function demoToken(
  server: Pick<ServerProcess, 'url'>,
  tenant: string,
  { role = 'member', plan = 'pro' }: { role?: 'member' | 'reviewer'; plan?: 'free' | 'pro' } = {},
): Promise<string> {
  const made = await fetch(`${server.url}/auth/demo/clients`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ tenant, plan, role }),
  })
  const { client_id, client_secret, token_endpoint, audience } = (await made.json()) as Record<string, string>
  const granted = await fetch(token_endpoint!, {
    method: 'POST',
    body: new URLSearchParams({
      grant_type: 'client_credentials',
      client_id: client_id!,
      client_secret: client_secret!,
      resource: audience!,
    }),
  })
  return ((await granted.json()) as { access_token: string }).access_token
}
