// Measures requests per second of targets that alternate within one run, so that disturbances affect both.
import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { requestsPerSecond } from './load.ts'

export interface Target {
  /** One round: requests or operations per second. */
  round(seconds: number): Promise<number>
}

/** Warm-up time of each target: the compiler optimizes hot code for seconds. */
const WARM_UP_SECONDS = 6

export interface Comparison {
  floor: number
  ours: number
  /** Ours divided by the floor: the median over rounds, each of which measures both. */
  ratio: number
}

/** Compares a floor with our target. The machine's speed drifts over minutes, but hardly within a round. */
export async function compare(floor: Target, ours: Target, rounds = 7, seconds = 3): Promise<Comparison> {
  await floor.round(WARM_UP_SECONDS)
  await ours.round(WARM_UP_SECONDS)
  const pairs: [number, number][] = []
  for (let i = 0; i < rounds; i++) pairs.push([await floor.round(seconds), await ours.round(seconds)])
  return {
    floor: median(pairs.map(([rate]) => rate)),
    ours: median(pairs.map(([, rate]) => rate)),
    ratio: median(pairs.map(([a, b]) => b / a)),
  }
}

export const median = (numbers: readonly number[]): number =>
  numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)]!

export const httpTarget = (
  urls: string | readonly string[],
  headers: Record<string, string> = {},
  connections = 20,
): Target => ({
  round: (seconds) => requestsPerSecond(urls, { headers, connections, seconds }),
})

/** As in `npm start`: a larger nursery avoids copying short-lived objects, and threads start with compiled code. */
const FLAGS = ['--import', new URL('../apps/server/keep-compiled.ts', import.meta.url).href, '--max-semi-space-size=64']

export interface Peer {
  facts: Record<string, string>
  stop(): Promise<void>
}

/** Starts a program of this folder in a separate process. Its line `facts {…}` contains what the caller needs. */
export async function startPeer(file: string, env: Record<string, string> = {}): Promise<Peer> {
  const child = spawnPeer(file, [], env)
  return { facts: await readFacts(child, file), stop: () => stop(child) }
}

/** Runs a program of this folder to its end and returns its facts. */
export const runPeer = (
  file: string,
  args: readonly string[],
  env: Record<string, string> = {},
): Promise<Peer['facts']> => readFacts(spawnPeer(file, args, env), file)

let folder: string | undefined
/** Data folder for peers without their own, so that the developer's data is not changed. */
function folderOfPeers(): string {
  if (folder) return folder
  const made = mkdtempSync(join(tmpdir(), 'veritrace-peers-'))
  process.once('exit', () => rmSync(made, { recursive: true, force: true }))
  folder = made
  return made
}

const spawnPeer = (file: string, args: readonly string[], env: Record<string, string>): ChildProcess =>
  spawn(process.execPath, [...FLAGS, new URL(file, import.meta.url).pathname, ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, DATA_DIR: folderOfPeers(), ...env },
  })

function readFacts(child: ChildProcess, file: string): Promise<Record<string, string>> {
  return new Promise((done, broken) => {
    let text = ''
    let isDone = false
    child.stdout!.on('data', (chunk) => {
      // Keep reading: a full pipe would block the program at its next log line.
      if (isDone) return
      text += chunk
      const line = /^facts (.*)\n/m.exec(text)?.[1]
      if (!line) return
      isDone = true
      done(JSON.parse(line))
    })
    child.once('exit', (code) => broken(new Error(`${file} exited with ${code}`)))
  })
}

const stop = (child: ChildProcess): Promise<void> =>
  new Promise((done) => {
    child.removeAllListeners('exit')
    child.once('exit', () => done())
    child.kill('SIGTERM')
  })
