// The delivery loop: claims batches, sends many messages concurrently, and stores results in batches. An endpoint never
// uses more slots than it leaves free, so that a hanging one cannot delay the others.
import { setTimeout as sleep } from 'node:timers/promises'
import { briefCache } from '../../identity/brief-cache.ts'
import { type AcknowledgeDeps, acknowledge } from './acknowledge.ts'
import { type Claimed, claim, LEASE_MS } from './claim.ts'
import { type SendDeps, type Sent, send } from './send.ts'
import { findOpenVersion, releaseClaims } from './store.ts'

export type DeliverDeps = AcknowledgeDeps & SendDeps

export interface Deliverer {
  /** Starts looking for messages, immediately and then every second. */
  start(): void
  /** Signals that there may be something to send. */
  wake(): void
  /** Sends everything that is due and not claimed by another process, and waits for it. */
  deliverDue(): Promise<void>
  /** Claims nothing more and waits for deliveries in progress; slower ones are aborted and sent again later. */
  stop(graceMs?: number): Promise<void>
}

const PARALLEL = 32
const BATCH = 256
const MOST_WAITING = 1_000
const POLL_MS = 1_000
const GRACE_MS = 5_000
/** Messages that could outlast their claim are released instead of sent. */
const MARGIN_MS = 5_000
/** Maximum age of the URL and secret that a message is sent with. */
const SETTINGS_MS = 1_000

export function openDeliverer(deps: DeliverDeps): Deliverer {
  const { db, clock, log } = deps
  const abort = new AbortController()
  const bell = openBell()
  const busy = new Map<string, number>()
  const versions = briefCache<number>(clock, SETTINGS_MS)
  let waiting: Claimed[] = []
  let results: Sent[] = []
  let inFlight = 0
  let acknowledging = false
  let claiming = false
  let mayHaveMore = false
  let stopped = false
  let turning: Promise<void> | undefined
  let timer: NodeJS.Timeout | undefined

  const occupy = (endpoint: string, by: 1 | -1): void => {
    inFlight += by
    const now = (busy.get(endpoint) ?? 0) + by
    if (now > 0) busy.set(endpoint, now)
    else busy.delete(endpoint)
  }

  const sendOne = async (claimed: Claimed): Promise<void> => {
    occupy(claimed.endpoint_id, 1)
    if (await isAsClaimed(claimed)) {
      const sent = await send(deps, claimed, abort.signal)
      if (abort.signal.aborted && !sent.ok) await giveBack([claimed])
      else results.push(sent)
    } else {
      await giveBack([claimed])
      mayHaveMore = true
    }
    occupy(claimed.endpoint_id, -1)
    startWhatFits()
    bell.ring()
  }

  /**
   * A message may wait longer than its endpoint stays the same: it then goes to the new URL, or nowhere if the endpoint
   * is disabled. If the current version cannot be read, the claimed one is used.
   */
  const isAsClaimed = async ({ endpoint: { id, version }, lockedUntil }: Claimed): Promise<boolean> => {
    if (lockedUntil.getTime() - clock.now().getTime() > LEASE_MS - SETTINGS_MS) return true
    const now = await versions.get(id, () => findOpenVersion(db, id)).catch(() => version)
    return now === version
  }

  const startWhatFits = (): void => {
    if (stopped) return
    const late: Claimed[] = []
    waiting = waiting.filter((claimed) => {
      if ((busy.get(claimed.endpoint_id) ?? 0) >= PARALLEL - inFlight) return true
      if (claimed.lockedUntil.getTime() - clock.now().getTime() < deps.timeoutMs + MARGIN_MS) late.push(claimed)
      else void sendOne(claimed)
      return false
    })
    if (late.length > 0) void giveBack(late).then(wake)
  }

  /** If this fails, the claims expire. */
  const giveBack = (claims: readonly Claimed[]): Promise<void> =>
    releaseClaims(db, claims).catch((error) => log.warn({ err: error }, 'webhook messages could not be released'))

  const claimMore = async (): Promise<void> => {
    claiming = true
    mayHaveMore = false
    try {
      const claimed = await claim(db, clock.now(), BATCH)
      waiting.push(...claimed)
    } catch (error) {
      log.warn({ err: error }, 'webhook messages could not be claimed; retrying in a second')
    }
    claiming = false
    bell.ring()
  }

  /** Results that cannot be stored are retained here; after too long the messages are sent again. */
  const acknowledgeSome = async (): Promise<void> => {
    acknowledging = true
    const batch = results
    results = []
    try {
      const { late } = await acknowledge(deps, batch)
      if (late > 0) log.warn({ late }, 'webhook messages took longer than their claim')
      mayHaveMore = true
    } catch (error) {
      log.warn({ err: error }, 'webhook results could not be stored')
      if (!abort.signal.aborted) results.unshift(...batch)
      await sleep(POLL_MS, undefined, { signal: abort.signal }).catch(() => {})
    }
    acknowledging = false
    bell.ring()
  }

  const turn = async (): Promise<void> => {
    for (;;) {
      if (stopped && waiting.length > 0) await giveBack(waiting.splice(0))
      startWhatFits()
      if (results.length > 0 && !acknowledging) void acknowledgeSome()
      const room = inFlight < PARALLEL && waiting.length < MOST_WAITING
      if (mayHaveMore && room && !claiming && !stopped) void claimMore()
      if (inFlight + waiting.length + results.length === 0 && !acknowledging && !claiming) break
      await bell.heard()
    }
    turning = undefined
  }

  const deliverDue = async (): Promise<void> => {
    if (stopped) return
    mayHaveMore = true
    bell.ring()
    turning ??= turn()
    return turning
  }

  const wake = (): void => {
    if (timer && !stopped) void deliverDue()
  }

  return {
    start() {
      timer = setInterval(wake, POLL_MS)
      timer.unref()
      wake()
    },
    wake,
    deliverDue,
    async stop(graceMs = GRACE_MS) {
      stopped = true
      clearInterval(timer)
      const grace = setTimeout(() => abort.abort(), graceMs)
      bell.ring()
      await turning
      clearTimeout(grace)
    },
  }
}

/** A notification that arrives early is not lost. */
function openBell() {
  let next = Promise.withResolvers<void>()
  return {
    ring: () => next.resolve(),
    heard: async () => {
      await next.promise
      next = Promise.withResolvers<void>()
    },
  }
}
