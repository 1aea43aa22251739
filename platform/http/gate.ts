// What a request passes before its handler runs: who it is, whether it may, whether it is one too many.
import type { Endpoint } from '@veritrace/contract/endpoint'
import type { Db } from '../db/db.ts'
import type { Caller, Visitor } from '../identity/caller.ts'
import type { Meter } from '../metering/meter.ts'
import type { Limiter } from '../metering/rate-limit.ts'

/** The part of a request that identity needs; no framework in it. */
export interface Incoming extends Visitor {
  method: string
  /** Path and query as the client sent them. */
  url: string
  headers: Readonly<Record<string, string | string[] | undefined>>
  /** The address of the peer itself, before any X-Forwarded-For. */
  peer: string
  /** Nobody did anything: it is asked again for a stream that is open, and keeps no session awake. */
  again?: true
}

export interface Gate {
  db: Db
  /** Answers the caller, or a visitor where the endpoint is public; throws 401 or 403. */
  identify(request: Incoming, endpoint: Endpoint, product: string): Promise<Visitor | Caller>
  limiter: Limiter
  meter: Meter
}
