// Writers who go on until the server they write to is killed.
import { setTimeout as sleep } from 'node:timers/promises'
import type { ServerProcess } from '../../process.ts'

/** The names of what one call has written; none where the server said that it is to be tried again. */
export type Writer = (n: number) => Promise<string[]>

/** What was acknowledged: of each kind of name so many at least. */
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
        // Cut off in the middle: it may be there or not, nobody was told. Anything else is a fault.
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
  // At any moment of a write.
  await sleep(Math.random() * 300)
  killed = true
  await server.kill()
  await writing
  return acknowledged
}
