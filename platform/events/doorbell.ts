// Notifies every process that there is something to read. A notification carries no data: listeners look in the
// database, and one that misses it polls a second later.
import { randomUUID } from 'node:crypto'
import type pg from 'pg'
import type { Database } from '../db/open.ts'
import type { Log } from '../log.ts'
import { listenOn, notify, ping } from './doorbell-store.ts'

export type Bell = 'events' | 'jobs'

/** The keys that rang, such as tenants or job names. Undefined means that any of them may have. */
export type OnRing = (keys: ReadonlySet<string> | undefined) => void

export interface Doorbell {
  /** Notifies listeners in this process immediately, and other processes within 50 ms. */
  ring(bell: Bell, key: string): void
  /** Resolves once this process receives notifications of the others. The returned function stops listening. */
  listen(bell: Bell, onRing: OnRing): Promise<() => Promise<void>>
}

const CHANNEL = 'veritrace_doorbell'
// NOTIFY takes a global lock in PostgreSQL at commit; one per transaction would cost most of the throughput.
const MIN_GAP_MS = 50
// PostgreSQL rejects payloads of 8,000 bytes.
const MAX_PAYLOAD_BYTES = 7_000

const doorbells = new WeakMap<Database, Doorbell>()

/** Each database has one doorbell per process. */
export function doorbellOf(database: Database, log: Log): Doorbell {
  const known = doorbells.get(database)
  if (known) return known
  const made = openDoorbell(database, log)
  doorbells.set(database, made)
  return made
}

function openDoorbell(database: Database, log: Log): Doorbell {
  const self = randomUUID()
  const listeners = new Map<Bell, Set<OnRing>>([
    ['events', new Set()],
    ['jobs', new Set()],
  ])
  const tell = (bell: Bell, keys?: ReadonlySet<string>): void => {
    for (const onRing of listeners.get(bell) ?? []) onRing(keys)
  }
  const tellAll = (): void => {
    for (const bell of listeners.keys()) tell(bell)
  }
  const heard = (payload: string): void => {
    const message = readMessage(payload)
    if (message?.from === self) return
    if (!message?.rings) tellAll()
    for (const [bell, keys] of Object.entries(message?.rings ?? {})) tell(bell as Bell, new Set(keys))
  }
  const outward = database.kind === 'postgres' ? openOutward(database, self, log) : undefined
  const ear = database.kind === 'postgres' ? openEar(database, heard, tellAll, log) : undefined

  return {
    ring(bell, key) {
      tell(bell, new Set([key]))
      outward?.(bell, key)
    },
    async listen(bell, onRing) {
      listeners.get(bell)!.add(onRing)
      await ear?.open()
      let open = true
      return async () => {
        if (!open) return
        open = false
        listeners.get(bell)!.delete(onRing)
        await ear?.close()
      }
    },
  }
}

interface Message {
  from: string
  /** Omitted if the payload would be too large. */
  rings?: Partial<Record<Bell, string[]>>
}

/** Anyone who can connect can send other payloads on the channel. */
function readMessage(payload: string): Message | undefined {
  try {
    return JSON.parse(payload) as Message
  } catch {
    return undefined
  }
}

/** Batches rings and sends them to the other processes, at most 20 times per second. */
function openOutward(database: Database, self: string, log: Log): (bell: Bell, key: string) => void {
  let rings = new Map<Bell, Set<string>>()
  let timer: NodeJS.Timeout | undefined
  let lastSent = 0

  const send = (): void => {
    timer = undefined
    lastSent = Date.now()
    const entries = [...rings].map(([bell, keys]) => [bell, [...keys]])
    rings = new Map()
    const full = JSON.stringify({ from: self, rings: Object.fromEntries(entries) })
    const payload = Buffer.byteLength(full) > MAX_PAYLOAD_BYTES ? JSON.stringify({ from: self }) : full
    // A lost notification only costs the second until the next poll.
    notify(database.db, CHANNEL, payload).catch((error: Error) =>
      log.debug({ err: error }, 'a doorbell notification could not be sent'),
    )
  }
  return (bell, key) => {
    const keys = rings.get(bell) ?? new Set()
    rings.set(bell, keys.add(key))
    if (timer) return
    timer = setTimeout(send, Math.max(0, lastSent + MIN_GAP_MS - Date.now()))
  }
}

interface Ear {
  open(): Promise<void>
  close(): Promise<void>
}

/** One LISTEN connection for all listeners, reopened when it breaks. */
function openEar(database: Database, heard: (payload: string) => void, missed: () => void, log: Log): Ear {
  let users = 0
  let client: pg.Client | undefined
  let timer: NodeJS.Timeout | undefined
  let connecting: Promise<void> | undefined
  let toldAt = 0

  const connect = async (): Promise<void> => {
    let made: pg.Client | undefined
    try {
      made = await database.connect()
      made.on('notification', (message) => message.payload && heard(message.payload))
      await listenOn(made, CHANNEL)
      if (users === 0) {
        await made.end()
        return again()
      }
      client = made
      toldAt = 0
      made.once('end', () => lost(made))
      watch(made)
      missed()
    } catch (error) {
      // Attempts are made five times per second; a line for each would flood the log during an outage.
      if (Date.now() - toldAt >= TELL_MS) {
        toldAt = Date.now()
        log.warn({ err: error }, 'the doorbell connection cannot be opened; retrying')
      }
      made?.end().catch(() => {})
      again()
    }
  }
  const again = (): void => {
    if (users > 0) timer = setTimeout(() => void start(), RECONNECT_MS)
  }
  const start = (): Promise<void> => {
    connecting ??= connect().finally(() => {
      connecting = undefined
    })
    return connecting
  }
  const lost = (which: pg.Client | undefined): void => {
    if (client !== which || !which) return
    client = undefined
    clearTimeout(timer)
    which.end().catch(() => {})
    log.warn('the doorbell connection was lost; reconnecting')
    again()
  }
  /** A half-open connection receives nothing and reports nothing, so it is pinged now and then. */
  const watch = (which: pg.Client): void => {
    timer = setTimeout(async () => {
      const late = setTimeout(() => lost(which), ANSWER_MS)
      await ping(which).catch(() => lost(which))
      clearTimeout(late)
      if (client === which) watch(which)
    }, ASK_MS)
    timer.unref()
  }

  return {
    async open() {
      users += 1
      if (!client) await start()
    },
    async close() {
      users -= 1
      if (users > 0) return
      clearTimeout(timer)
      await connecting
      const last = client
      client = undefined
      await last?.end().catch(() => {})
    },
  }
}

const RECONNECT_MS = 200
const TELL_MS = 30_000
const ASK_MS = 15_000
const ANSWER_MS = 5_000
