// Requests per second of things that take turns in one run: what disturbs one round disturbs the next thing too.
import { type ChildProcess, spawn } from 'node:child_process'
import autocannon from 'autocannon'

export interface Target {
  name: string
  /** One round: requests, or operations, per second. */
  round(seconds: number): Promise<number>
}

/** How long each thing runs before it counts: the compiler keeps improving hot code for seconds. */
const WARM_UP_SECONDS = 6

/** Medians over interleaved rounds. */
export async function compare(targets: readonly Target[], rounds = 5, seconds = 3): Promise<Map<string, number>> {
  const rates = new Map<string, number[]>(targets.map(({ name }) => [name, []]))
  for (let i = 0; i <= rounds; i++)
    for (const { name, round } of targets) {
      const rate = await round(i === 0 ? WARM_UP_SECONDS : seconds)
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

/** As in `npm start`: most of what a request allocates is dead before a larger nursery is full. */
const SEMI_SPACE = '--max-semi-space-size=64'

export interface Peer {
  facts: Record<string, string>
  stop(): Promise<void>
}

/** Starts a program of this folder in its own process; the line `facts {…}` says what the caller must know. */
export async function startPeer(file: string, env: Record<string, string> = {}): Promise<Peer> {
  const child = spawn(process.execPath, [SEMI_SPACE, new URL(file, import.meta.url).pathname], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, ...env },
  })
  return { facts: await readFacts(child, file), stop: () => stop(child) }
}

function readFacts(child: ChildProcess, file: string): Promise<Record<string, string>> {
  return new Promise((done, broken) => {
    let text = ''
    let told = false
    child.stdout!.on('data', (chunk) => {
      // Read on after the facts are told: a full pipe would stop the program at its next log line.
      if (told) return
      text += chunk
      const line = /^facts (.*)\n/m.exec(text)?.[1]
      if (!line) return
      told = true
      done(JSON.parse(line))
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
