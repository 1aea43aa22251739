// Writers that continue until their server is killed.
import { setTimeout as sleep } from 'node:timers/promises'
import type { ServerProcess } from '../../process.ts'

/** The names written by one call; none if the server asked to retry. */
export type Writer = (n: number) => Promise<string[]>

/** Returns the acknowledged names, with at least this many of each kind. */
export async function writeUntilKilled(
  server: ServerProcess,
  writers: readonly Writer[],
  least: Readonly<Record<string, number>>,
): Promise<Set<string>> {
  const acknowledged = new Set<string>()
  let killed = false
  const repeat = async (write: Writer) => {
    for (let n = 0; !killed; n++)
      try {
        for (const name of await write(n)) acknowledged.add(name)
      } catch (error) {
        // Interrupted before the acknowledgement: it may exist or not. Any other error is a failure.
        if (!killed) throw error
      }
  }
  const writing = Promise.all(writers.map(repeat))
  const count = (kind: string) => [...acknowledged].filter((name) => name.startsWith(kind)).length
  const isEnough = () => Object.entries(least).every(([kind, wanted]) => count(kind) >= wanted)
  const enough = async () => {
    while (!isEnough()) await sleep(50)
  }
  await Promise.race([enough(), writing])
  // At a random point within a write.
  await sleep(Math.random() * 300)
  killed = true
  await server.kill()
  await writing
  return acknowledged
}
