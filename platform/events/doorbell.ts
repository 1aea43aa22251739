// Tells every process that there is something to read. It carries no data: who hears it looks in the database,
// and who misses it looks there anyway a second later.
import { randomUUID } from 'node:crypto'
import type pg from 'pg'
import type { Database } from '../db/open.ts'
import type { Log } from '../log.ts'
import { listenOn, notify, ping } from './doorbell-store.ts'

export type Bell = 'events' | 'jobs'

/** What rang: keys such as tenants or job names. Undefined means anything may have. */
export type OnRing = (keys: ReadonlySet<string> | undefined) => void

export interface Doorbell {
  /** Rings at once in this process, and in the others within 50 ms. */
  ring(bell: Bell, key: string): void
  /** Resolves when this process hears the others; the returned function ends it. */
  listen(bell: Bell, onRing: OnRing): Promise<() => Promise<void>>
}

const CHANNEL = 'veritrace_doorbell'
// A NOTIFY takes a lock on all of PostgreSQL at commit; one in each transaction costs most of the throughput.
const MIN_GAP_MS = 50
// PostgreSQL refuses payloads of 8,000 bytes.
const MAX_PAYLOAD_BYTES = 7_000

const doorbells = new WeakMap<Database, Doorbell>()

/** A database has one doorbell in a process, whoever asks for it. */
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
  /** Left out where it would not fit. */
  rings?: Partial<Record<Bell, string[]>>
}

/** Whoever may connect may also send something else on the channel. */
function readMessage(payload: string): Message | undefined {
  try {
    return JSON.parse(payload) as Message
  } catch {
    return undefined
  }
}

/** Gathers rings and sends them to the other processes, at most twenty times a second. */
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
    // A ring that is lost only costs the second until the next poll.
    notify(database.db, CHANNEL, payload).catch((error: Error) => log.debug({ err: error }, 'doorbell did not ring'))
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

/** One LISTEN connection for all who listen, made again when it breaks. */
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
      // It is tried five times a second; as many lines would hide what else an outage has to say.
      if (Date.now() - toldAt >= TELL_MS) {
        toldAt = Date.now()
        log.warn({ err: error }, 'the doorbell connection cannot be made; trying again')
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
    log.warn('the doorbell connection is lost; making a new one')
    again()
  }
  /** A half-open connection hears nothing and says nothing: it is asked now and then. */
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
