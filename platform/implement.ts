// Pairs the endpoints of a contract with their handlers; a missing or extra handler does not compile.
import type { AuthOf, Body, Endpoint, File, Ok, Params, Query, Resource } from '@veritrace/contract/endpoint'
import type { Answer } from './answer.ts'
import type { Caller, Visitor } from './caller.ts'

export interface Input<E> {
  params: Params<E>
  query: Query<E>
  body: Body<E>
  /** The version that the caller last saw, from If-Match; undefined without the header. */
  ifVersion: number | undefined
  headers: Readonly<Record<string, string | string[] | undefined>>
  /** Aborted when the client disconnects. */
  signal: AbortSignal
}

type Who<E> = AuthOf<E> extends 'public' | 'signature' ? Visitor : Caller
type Given<E> = Ok<E> | Answer<Ok<E>> | (File<E> extends undefined ? never : Answer<NonNullable<File<E>>>)
export type Handlers<R> = {
  [K in keyof R]: (input: Input<R[K]>, caller: Who<R[K]>) => Given<R[K]> | Promise<Given<R[K]>>
}

export interface Mounted {
  endpoint: Endpoint
  handler: (input: never, caller: never) => unknown
}

export function implement<R extends Resource>(resource: R, handlers: Handlers<R>): Mounted[] {
  return Object.entries(resource).map(([name, endpoint]) => ({ endpoint, handler: handlers[name as keyof R] }))
}
