// Checks whether PostgreSQL answers, over a separate connection: slow work may occupy the whole pool, and a server
// that refuses new connections still serves its open ones. Each answer also compares the clocks.
import type pg from 'pg'
import { openPulse, type Pulse } from '../pulse.ts'
import { DatabaseAway } from './failures.ts'
import { cutClient } from './patient-pool.ts'

export interface Heartbeat {
  start(): void
  /** Why the database is considered unreachable. */
  away(): Error | undefined
  onAway: Pulse['onAway']
  /** Milliseconds that the database's clock is ahead of ours; undefined before its first answer. */
  clockAhead(): number | undefined
  stop(): Promise<void>
}

interface Deps {
  connect(): Promise<pg.Client>
  /** Open connections of the pool. */
  liveCount(): number
  now(): Date
  everyMs?: number
  silentMs?: number
}

export function openHeartbeat({ connect, liveCount, now, ...pace }: Deps): Heartbeat {
  let held: Promise<pg.Client> | undefined
  let ahead: number | undefined

  const hold = (signal: AbortSignal): Promise<pg.Client> => {
    const connecting = connect()
    held = connecting
    const forget = () => {
      if (held === connecting) held = undefined
    }
    const drop = () => {
      forget()
      connecting.then(cutClient, () => {})
    }
    connecting.then((client) => client.once('end', forget), forget)
    // A connection that hangs is dropped, never reused.
    signal.addEventListener('abort', drop, { once: true })
    return connecting
  }
  const ask = async (signal: AbortSignal): Promise<void> => {
    let client: pg.Client
    try {
      client = await (held ?? hold(signal))
    } catch (error) {
      // The server refused a new connection but has others open, so it is alive. Callers whose connections drop notice
      // that themselves.
      if (liveCount() > 0) return
      throw error
    }
    const sent = now().getTime()
    signal.addEventListener('abort', () => cutClient(client), { once: true })
    const { rows } = await client.query<{ now: Date }>('select clock_timestamp() as now')
    ahead = rows[0]!.now.getTime() - (sent + now().getTime()) / 2
  }
  const pulse = openPulse({ ask, gone: (cause) => new DatabaseAway(cause), ...pace })

  return {
    start: pulse.start,
    away: pulse.away,
    onAway: pulse.onAway,
    clockAhead: () => ahead,
    async stop() {
      pulse.stop()
      const client = await held?.catch(() => undefined)
      // A connection that hangs cannot be closed cleanly.
      if (client && pulse.away()) return cutClient(client)
      await client?.end()
    },
  }
}
