// What identification reads of a request, and what it answers.
import type { Endpoint } from '@veritrace/contract/endpoint'
import type { Caller, Visitor } from '../caller.ts'

/** The part of a request that authentication needs, independent of the web framework. */
export interface Incoming extends Visitor {
  method: string
  /** Path and query as the client sent them. */
  url: string
  headers: Readonly<Record<string, string | string[] | undefined>>
  /** The IP address of the peer itself, ignoring X-Forwarded-For. */
  peer: string
  /** True when an open stream is checked again. This does not count as activity of the session. */
  again?: true
}

/** Returns the caller, or a visitor if the endpoint is public; throws 401 or 403. */
export type Identify = (request: Incoming, endpoint: Endpoint, product: string) => Promise<Visitor | Caller>
