// Whether PostgreSQL answers, asked over a connection of its own: work may keep the whole pool busy for long, and a server
// that refuses further connections serves those it has. Each answer also says what time it is there.
import type pg from 'pg'
import { openPulse, type Pulse } from '../operation/pulse.ts'
import { DatabaseAway } from './failures.ts'
import { cutClient } from './patient-pool.ts'

export interface Heartbeat {
  start(): void
  /** Why it is known to be away. */
  away(): Error | undefined
  onAway: Pulse['onAway']
  /** Milliseconds that its clock is ahead of ours; undefined before its first answer. */
  clockAhead(): number | undefined
  stop(): Promise<void>
}

interface Deps {
  connect(): Promise<pg.Client>
  /** Connections that others have open. */
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
    // A connection that hangs is not asked again.
    signal.addEventListener('abort', drop, { once: true })
    return connecting
  }
  const ask = async (signal: AbortSignal): Promise<void> => {
    let client: pg.Client
    try {
      client = await (held ?? hold(signal))
    } catch (error) {
      // It refuses one more and has others open, so it lives: those who lose theirs find out for themselves.
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
      // One that hangs would not even say goodbye.
      if (client && pulse.away()) return cutClient(client)
      await client?.end()
    },
  }
}
