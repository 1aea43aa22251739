// Requests per second of things that take turns in one run: what disturbs one round disturbs the next thing too.
import { type ChildProcess, spawn } from 'node:child_process'
import autocannon from 'autocannon'

export interface Target {
  name: string
  /** One round: requests, or operations, per second. */
  round(seconds: number): Promise<number>
}

/** Medians over interleaved rounds, after one round of warming up. */
export async function compare(targets: readonly Target[], rounds = 5, seconds = 2): Promise<Map<string, number>> {
  const rates = new Map<string, number[]>(targets.map(({ name }) => [name, []]))
  for (let i = 0; i <= rounds; i++)
    for (const { name, round } of targets) {
      const rate = await round(i === 0 ? 1 : seconds)
      if (i > 0) rates.get(name)!.push(rate)
    }
  return new Map([...rates].map(([name, list]) => [name, list.toSorted((a, b) => a - b)[Math.floor(list.length / 2)]!]))
}

export const httpTarget = (
  name: string,
  url: string,
  headers: Record<string, string> = {},
  connections = 20,
): Target => ({
  name,
  round: async (seconds) => {
    const result = await autocannon({ url, headers, connections, duration: seconds })
    if (result.non2xx > 0 || result.errors > 0)
      throw new Error(`${name}: ${result.non2xx} answers were not 2xx, ${result.errors} failed`)
    return result.requests.average
  },
})

export interface Peer {
  facts: Record<string, string>
  stop(): Promise<void>
}

/** Starts a program of this folder in its own process; its first line of output is JSON with what it has to say. */
export async function startPeer(file: string, env: Record<string, string> = {}): Promise<Peer> {
  const child = spawn(process.execPath, [new URL(file, import.meta.url).pathname], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, ...env },
  })
  return { facts: JSON.parse(await firstLine(child, file)), stop: () => stop(child) }
}

function firstLine(child: ChildProcess, file: string): Promise<string> {
  return new Promise((done, broken) => {
    let text = ''
    child.stdout!.on('data', (chunk) => {
      text += chunk
      if (text.includes('\n')) done(text.slice(0, text.indexOf('\n')))
    })
    child.once('exit', (code) => broken(new Error(`${file} ended with ${code}`)))
  })
}

const stop = (child: ChildProcess): Promise<void> =>
  new Promise((done) => {
    child.removeAllListeners('exit')
    child.once('exit', () => done())
    child.kill('SIGTERM')
  })
