// The API client of the workspace, typed by the contract and authenticated by the browser's session.

import slices from 'virtual:provenance-lines'
import { type Client, client } from '@veritrace/contract/client'
import { withSession } from '../session/call.ts'

const BASE = '/api/provenance/v1'

type Slices = typeof slices

/** `api.pages.list({ query: { limit: 50 } })`. */
export const api = Object.fromEntries(
  Object.entries(slices).map(([name, slice]) => [name, client(slice, BASE, withSession)]),
) as unknown as { [K in keyof Slices]: Client<Slices[K]> }

/** For calls that the typed client does not support, such as downloads. */
export const callApi = (path: string, init: RequestInit = {}): Promise<Response> => withSession(BASE + path, init)

export { actFor, explain, isMissing } from '../session/call.ts'
