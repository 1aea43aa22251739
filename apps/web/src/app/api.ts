// The calls of the app: typed by the contract, made with the session of the browser.

import slices, { account } from 'virtual:casework-lines'
import { ApiError, type Client, client } from '@veritrace/contract/client'
import { acting } from './acting.ts'
import { notReached, reached } from './connection.ts'
import { sessionEnded } from './session.ts'

const BASE = '/api/casework'
const ACCOUNT_BASE = '/api/provenance/v1'

const scope: Record<string, string> = acting
  ? { 'x-tenant-id': acting.tenant, 'x-workspace-id': acting.workspace, 'x-context-id': 'default' }
  : {}

async function withSession(url: string, init: RequestInit): Promise<Response> {
  const headers = { ...(init.headers as Record<string, string>), ...scope, 'x-csrf': '1' }
  const response = await fetch(url, { ...init, headers, cache: 'no-store' }).catch((error: unknown) => {
    if (error instanceof DOMException && error.name === 'AbortError') throw error
    notReached()
    throw new ApiError('fetch', 0, { code: 'not_reached', detail: 'The server did not answer. Check the connection.' })
  })
  reached()
  if (response.status === 401) sessionEnded()
  return response
}

type Slices = typeof slices

/** `api.resolve.get({ query: { q: 'VBAK' } })`. */
export const api = Object.fromEntries(
  Object.entries(slices).map(([name, slice]) => [name, client(slice, BASE, withSession)]),
) as unknown as { [K in keyof Slices]: Client<Slices[K]> }

/** Where the person belongs, whatever the product. */
export const accountApi = client(account, ACCOUNT_BASE, withSession)

/** For streams and uploads, which the typed client does not make. */
export const callApi = (path: string, init: RequestInit = {}): Promise<Response> => withSession(BASE + path, init)

/** The session acts for another tenant from now on. */
export async function actFor(tenant: string): Promise<void> {
  const headers = { 'content-type': 'application/json', 'x-csrf': '1' }
  const response = await fetch('/session/tenant', { method: 'POST', headers, body: JSON.stringify({ tenant }) })
  if (!response.ok) throw new ApiError('POST /session/tenant', response.status, await response.json().catch(() => ({})))
}

/** As whom the calls are made, and whether they signed in for it: the demo lets people act who did not. */
export async function readSession(): Promise<{ email: string | null; signedIn: boolean }> {
  const response = await fetch('/session')
  if (!response.ok) return { email: null, signedIn: false }
  const { user, expires_at } = (await response.json()) as { user: { email: string | null }; expires_at: string | null }
  return { email: user.email, signedIn: expires_at !== null }
}

/** What to tell a person about a failure. */
export function explain(error: unknown): string {
  if (error instanceof ApiError) return String(error.problem.detail ?? error.problem.title ?? error.message)
  return error instanceof Error ? error.message : String(error)
}

export const isForbidden = (error: unknown): boolean => error instanceof ApiError && error.status === 403
export const isMissing = (error: unknown): boolean => error instanceof ApiError && error.status === 404
