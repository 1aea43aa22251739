// API calls with the session of the browser.
import { ApiError } from '@veritrace/contract/client'
import { acting } from './acting.ts'
import { notReached, reached } from './connection.ts'
import { explainWait, retryAfter, waitBeforeNext } from './limit.ts'
import { sessionEnded } from './session.ts'

const scope: Record<string, string> = acting
  ? { 'x-tenant-id': acting.tenant, 'x-workspace-id': acting.workspace, 'x-context-id': 'default' }
  : {}

/** Limits retries, because the user may trigger several calls and must see a failure at some point. */
const MAX_TRIES = 3

export async function withSession(url: string, init: RequestInit): Promise<Response> {
  const { method = 'GET', signal } = init
  for (let tries = 1; ; tries++) {
    const response = await once(url, init)
    if (response.status !== 429) return response
    const mayRepeat = method === 'GET' && tries < MAX_TRIES
    if (mayRepeat && (await waitBeforeNext(response, signal))) continue
    throw await refusedBy(`${method} ${url}`, response)
  }
}

async function once(url: string, init: RequestInit): Promise<Response> {
  const headers = { ...(init.headers as Record<string, string>), ...scope, 'x-csrf': '1' }
  const response = await fetch(url, { ...init, headers, cache: 'no-store' }).catch((error: unknown) => {
    if (error instanceof DOMException && error.name === 'AbortError') throw error
    notReached()
    throw new ApiError('fetch', 0, {
      code: 'not_reached',
      detail: 'The server did not respond. Check your connection.',
    })
  })
  reached()
  if (response.status === 401) sessionEnded()
  return response
}

/** Switches the session to another tenant. */
export async function actFor(tenant: string): Promise<void> {
  const headers = { 'content-type': 'application/json', 'x-csrf': '1' }
  const response = await fetch('/session/tenant', { method: 'POST', headers, body: JSON.stringify({ tenant }) })
  if (!response.ok) throw await refusedBy('POST /session/tenant', response)
}

/** Includes the wait time, if the server states it. */
async function refusedBy(line: string, response: Response): Promise<ApiError> {
  const problem = await response.json().catch(() => ({}))
  return new ApiError(line, response.status, { ...problem, retry_after: retryAfter(response) })
}

/** The message for the user. */
export function explain(error: unknown): string {
  if (error instanceof ApiError) {
    const { detail, title, retry_after } = error.problem
    const said = String(detail ?? title ?? error.message)
    return error.status === 429 ? `${said} ${explainWait(Number(retry_after))}` : said
  }
  // For example, a proxy may have answered with its sign-in page.
  if (error instanceof SyntaxError)
    return 'The response could not be read. A proxy between you and the server may have responded instead.'
  return error instanceof Error ? error.message : String(error)
}

export const isForbidden = (error: unknown): boolean => error instanceof ApiError && error.status === 403
export const isMissing = (error: unknown): boolean => error instanceof ApiError && error.status === 404
