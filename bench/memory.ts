// Measures this process: memory after garbage collection, and CPU time.
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

setFlagsFromString('--expose-gc')
const collect = runInNewContext('gc') as () => void

/** Milliseconds on a clock that all processes of this machine share. */
export const timeNow = (): number => performance.timeOrigin + performance.now()

export interface Spent {
  bytes: number
  cpuMs: number
}

export function spentSoFar(): Spent {
  const { user, system } = process.cpuUsage()
  for (let i = 0; i < 3; i++) collect()
  return { bytes: process.memoryUsage.rss(), cpuMs: (user + system) / 1000 }
}
