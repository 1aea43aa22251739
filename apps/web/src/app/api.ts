// The API calls of the app: typed by the contract, made with the session of the browser.

import slices, { account } from 'virtual:casework-lines'
import { type Client, client } from '@veritrace/contract/client'
import { withSession } from '../session/call.ts'

const BASE = '/api/casework'
const ACCOUNT_BASE = '/api/provenance/v1'

type Slices = typeof slices

/** `api.resolve.get({ query: { q: 'VBAK' } })`. */
export const api = Object.fromEntries(
  Object.entries(slices).map(([name, slice]) => [name, client(slice, BASE, withSession)]),
) as unknown as { [K in keyof Slices]: Client<Slices[K]> }

/** The organizations of the user, from the other product. */
export const accountApi = client(account, ACCOUNT_BASE, withSession)

/** For streams and uploads, which the typed client does not make. */
export const callApi = (path: string, init: RequestInit = {}): Promise<Response> => withSession(BASE + path, init)

/** The current user, and whether they signed in: in the demo, users can act without signing in. */
export async function readSession(): Promise<{ email: string | null; signedIn: boolean }> {
  const response = await fetch('/session')
  if (!response.ok) return { email: null, signedIn: false }
  const { user, expires_at } = (await response.json()) as { user: { email: string | null }; expires_at: string | null }
  return { email: user.email, signedIn: expires_at !== null }
}

export { actFor, explain, isMissing } from '../session/call.ts'
