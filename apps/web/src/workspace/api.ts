// The calls of the workspace: typed by the contract, made with the session of the browser.

import slices from 'virtual:provenance-lines'
import { type Client, client } from '@veritrace/contract/client'
import { withSession } from '../session/call.ts'

const BASE = '/api/provenance/v1'

type Slices = typeof slices

/** `api.pages.list({ query: { limit: 50 } })`. */
export const api = Object.fromEntries(
  Object.entries(slices).map(([name, slice]) => [name, client(slice, BASE, withSession)]),
) as unknown as { [K in keyof Slices]: Client<Slices[K]> }

/** For what the typed client does not make, such as a download. */
export const callApi = (path: string, init: RequestInit = {}): Promise<Response> => withSession(BASE + path, init)

export { actFor, explain, isMissing } from '../session/call.ts'
