// The faults. Each one leaves everything running again, immediately or at the end of its round.
import { setTimeout as sleep } from 'node:timers/promises'
import type { Cluster } from './cluster.ts'
import type { Fleet } from './fleet.ts'
import type { Receiver } from './receiver.ts'

export interface Storm {
  fleet: Fleet
  cluster: Cluster
  receiver: Receiver
  /** Seeded, so that a run can be repeated. */
  random(): number
}

export interface Fault {
  name: string
  /** Why this fault cannot be injected here. */
  without?(storm: Storm): string | undefined
  strike(storm: Storm): Promise<void>
  /** Ends a fault that lasts for the whole round. */
  end?(storm: Storm): Promise<void>
}

const HOUR_MS = 3_600_000
const between = (random: () => number, least: number, most: number): number => least + random() * (most - least)
const one = ({ fleet, random }: Storm): number => Math.floor(random() * fleet.size)
const onServer = ({ cluster }: Storm): string | undefined =>
  cluster.url ? undefined : 'the embedded database runs inside the server'

export const FAULTS: readonly Fault[] = [
  { name: 'kill a server', strike: (storm) => storm.fleet.kill(one(storm)) },
  {
    name: 'kill every server',
    strike: async ({ fleet }) => {
      await Promise.all(Array.from({ length: fleet.size }, (_, at) => fleet.kill(at)))
    },
  },
  { name: 'pause a server', strike: (storm) => storm.fleet.freeze(one(storm), between(storm.random, 2_000, 8_000)) },
  {
    name: 'restart a server',
    strike: async (storm) => {
      const code = await storm.fleet.restart(one(storm))
      if (code !== 0) throw new Error(`the server exited with ${code} on SIGTERM`)
    },
  },
  {
    name: 'shift the clock of a server',
    strike: async (storm) => {
      await storm.fleet.shift(one(storm), storm.random() < 0.5 ? HOUR_MS : -HOUR_MS / 2)
      await sleep(2_000)
    },
    // Jobs that were scheduled by a fast clock would otherwise wait for the hour to pass.
    end: async ({ fleet }) => {
      for (let at = 0; at < fleet.size; at++) await fleet.restart(at)
    },
  },
  {
    name: 'slow receivers',
    strike: async ({ receiver, random }) => {
      receiver.hang()
      await sleep(between(random, 2_000, 5_000))
      receiver.letGo()
    },
  },
  { name: 'kill the database', without: onServer, strike: ({ cluster }) => cluster.kill() },
  { name: 'restart the database', without: onServer, strike: ({ cluster }) => cluster.restart() },
  {
    name: 'pause the database',
    without: onServer,
    strike: ({ cluster, random }) => cluster.freeze(between(random, 2_000, 12_000)),
  },
  { name: 'take all connections', without: onServer, strike: ({ cluster }) => cluster.crowd(5_000) },
  {
    name: 'fill the disk',
    without: ({ cluster }) => (cluster.disk ? undefined : 'this user may not mount a file system'),
    strike: async ({ cluster, random }) => {
      cluster.disk!.fill()
      await sleep(between(random, 2_000, 5_000))
      cluster.disk!.empty()
    },
  },
]
