// Calls of a page, made with the session of the browser.
import { ApiError } from '@veritrace/contract/client'
import { acting } from './acting.ts'
import { notReached, reached } from './connection.ts'
import { sessionEnded } from './session.ts'

const scope: Record<string, string> = acting
  ? { 'x-tenant-id': acting.tenant, 'x-workspace-id': acting.workspace, 'x-context-id': 'default' }
  : {}

export async function withSession(url: string, init: RequestInit): Promise<Response> {
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

/** The session acts for another tenant from now on. */
export async function actFor(tenant: string): Promise<void> {
  const headers = { 'content-type': 'application/json', 'x-csrf': '1' }
  const response = await fetch('/session/tenant', { method: 'POST', headers, body: JSON.stringify({ tenant }) })
  if (!response.ok) throw new ApiError('POST /session/tenant', response.status, await response.json().catch(() => ({})))
}

/** What to tell a person about a failure. */
export function explain(error: unknown): string {
  if (error instanceof ApiError) return String(error.problem.detail ?? error.problem.title ?? error.message)
  // Such as the page of a proxy that wants to be signed in to.
  if (error instanceof SyntaxError)
    return 'The answer cannot be read. Something between you and the server may have answered in its place.'
  return error instanceof Error ? error.message : String(error)
}

export const isForbidden = (error: unknown): boolean => error instanceof ApiError && error.status === 403
export const isMissing = (error: unknown): boolean => error instanceof ApiError && error.status === 404
