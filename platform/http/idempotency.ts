// Idempotency-Key: the key is written in the same transaction as the effect, so that neither can exist alone. A second
// request with the key waits for the first one's commit and then gets the same answer.
import { createHash } from 'node:crypto'
import { Answer } from '../answer.ts'
import type { Db } from '../db/db.ts'
import { transactionFrame } from '../db/transact.ts'
import { fail } from '../errors.ts'
import { hashOf } from '../identity/secrets.ts'
import { seal, unseal } from '../seal.ts'
import { isStream } from './body-stream.ts'
import { findStored, insertKey, type KeyPlace, type Stored, storeAnswer } from './idempotency-store.ts'

const KEY = /^[\x21-\x7e]{1,255}$/

interface KeyedRequest {
  /** Absent for visitors: they are identified by IP address, and their stored answers are encrypted with their key. */
  tenant?: string
  /** The sender. */
  actor: string
  key: string
  /** What must be identical in a repeated request besides the body: the endpoint, the URL and the scope. */
  about: readonly (string | undefined)[]
  body: unknown
  /** Runs at the start of the first transaction, before the key is written. */
  begin?: (tx: Db) => Promise<void>
}

class AlreadyDone extends Error {}

/**
 * Runs `work` at most once for the key. `work` gets a body that is hashed while it is read. The return value of its
 * first transaction becomes the stored answer, so verbs must return their answer from their transaction.
 */
export async function onceFor(
  db: Db,
  { tenant = VISITORS, actor, key, about, body, begin }: KeyedRequest,
  work: (body: unknown) => Promise<unknown>,
): Promise<unknown> {
  if (!KEY.test(key)) fail('bad_request', 'Idempotency-Key must be 1 to 255 visible ASCII characters.')
  const kept = tenant === VISITORS ? sealedBy(key) : OPEN
  const place: KeyPlace = { tenant, key: `${actor} ${kept.name(key)}` }
  const read = digesting(about, body)
  const known = await findStored(db, place)
  if (known) return replay(kept.answer(known), await read.whole())
  const frame = {
    begin: async (tx: Db) => {
      await begin?.(tx)
      if (!(await insertKey(tx, place, read.digest()))) throw new AlreadyDone()
    },
    end: async (tx: Db, result: unknown) => {
      const { status, headers, body } = result instanceof Answer ? result : new Answer(result)
      await storeAnswer(tx, place, { status: status ?? null, headers, body: kept.body(body) })
    },
  }
  try {
    return await transactionFrame.run({ frame }, () => work(read.body))
  } catch (error) {
    if (!(error instanceof AlreadyDone)) throw error
    const stored = await findStored(db, place)
    return stored
      ? replay(kept.answer(stored), read.digest())
      : fail('unavailable', 'The first request with this key is still running.')
  }
}

/** Not a valid tenant ID, so it cannot collide. */
const VISITORS = ''

/** How a key and its answer are stored. */
interface Keeping {
  name(key: string): string
  body(told: unknown): unknown
  answer(stored: Stored): Stored
}
const OPEN: Keeping = { name: (key) => key, body: (told) => told, answer: (stored) => stored }

/** An answer to a visitor may contain a credential, which must not be readable in the database alone. */
const sealedBy = (key: string): Keeping => ({
  name: hashOf,
  body: (told) => seal(key, SEALED, told ?? null),
  answer: (stored) => ({ ...stored, body: unseal(key, SEALED, stored.body as string) }),
})
const SEALED = 'stored answer'

function replay(stored: Stored, digest: string): Answer<unknown> {
  if (stored.digest !== digest) fail('idempotency_mismatch')
  const headers = { ...stored.headers, 'idempotent-replayed': 'true' }
  return new Answer(stored.body, { ...(stored.status && { status: stored.status }), headers })
}

interface Digesting {
  /** Use this body instead of the original one. */
  body: unknown
  /** Digest of the whole request. A stream must have been read to its end. */
  digest(): string
  /** Reads the rest of a stream, then returns `digest()`. */
  whole(): Promise<string>
}

function digesting(about: KeyedRequest['about'], body: unknown): Digesting {
  const hash = createHash('sha256').update(JSON.stringify(about))
  if (!isStream(body)) {
    const digest = hash.update(JSON.stringify(body ?? null)).digest('hex')
    return { body, digest: () => digest, whole: async () => digest }
  }
  let isRead = false
  async function* hashed(bytes: AsyncIterable<Uint8Array>): AsyncIterable<Uint8Array> {
    for await (const some of bytes) {
      hash.update(some)
      yield some
    }
    isRead = true
  }
  const passed = hashed(body)
  const digest = (): string =>
    isRead ? hash.copy().digest('hex') : fail('bad_request', 'Idempotency-Key is not supported for this body.')
  const whole = async (): Promise<string> => {
    for await (const _ of passed);
    return digest()
  }
  return { body: passed, digest, whole }
}
