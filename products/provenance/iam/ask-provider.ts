// Queries the management API of an external provider. Passes on only the Accept header of the caller's request,
// and only the JSON of the response.
import type { Caller } from '@veritrace/platform/caller'
import { fail, notFound } from '@veritrace/platform/errors'
import type { Log } from '@veritrace/platform/log'
import { OutsideError, openSafeFetch, type SafeFetch } from '@veritrace/platform/outside/safe-fetch'
import { type Question, questionUrl } from './rules.ts'

export interface Provider {
  ask(caller: Caller, question: Question, page: Page, accept: string | undefined): Promise<unknown>
  close(): Promise<void>
}
interface Page {
  cursor?: string
  limit: number
}

const TIMEOUT_MS = 8_000
const MAX_BYTES = 1_000_000
const JSON_TYPE = /^application\/(?:[\w.+-]+\+)?json\b/i
/** Accept headers that are passed on. Other formats would only produce answers that we reject. */
const ACCEPT = /^[\w.+*/,;= -]{1,200}$/

export function openProvider({ url, token }: { url: string; token: string }, log: Log): Provider {
  // The operator chose this address, which is often on an internal network.
  const fetch = openSafeFetch({ allow: ['0.0.0.0/0', '::/0'] })
  return {
    ask: async (caller, question, page, accept) => {
      const target = questionUrl(url, question, { tenant: caller.tenant, user: caller.actor.id })
      if (!target) return notFound('iam_path', question.path)
      if (question.path === 'members') addPage(target, page)
      const headers = {
        accept: accept && ACCEPT.test(accept) ? accept : 'application/json',
        authorization: `Bearer ${token}`,
      }
      return read(await send(fetch, target, headers, log), question, log)
    },
    close: fetch.close,
  }
}

function addPage(target: URL, { cursor, limit }: Page): void {
  target.searchParams.set('limit', String(limit))
  if (cursor) target.searchParams.set('cursor', cursor)
}

type Got = Awaited<ReturnType<SafeFetch>>

async function send(fetch: SafeFetch, target: URL, headers: Record<string, string>, log: Log): Promise<Got> {
  try {
    // Redirects are not followed: they could send the token to another host.
    return await fetch(target.href, { headers, redirects: 0, timeoutMs: TIMEOUT_MS, maxBytes: MAX_BYTES })
  } catch (error) {
    if (!(error instanceof OutsideError)) throw error
    log.warn({ err: error }, 'identity provider unreachable')
    return fail('iam_failed', error.kind === 'timeout' ? 'The identity provider does not answer.' : undefined)
  }
}

function read({ status, headers, body }: Got, { path }: Question, log: Log): unknown {
  if (status === 404) return notFound('iam_path', path)
  if (status === 200 && JSON_TYPE.test(String(headers['content-type'] ?? ''))) {
    try {
      return JSON.parse(body.toString())
    } catch {
      // Reported below, like any other invalid answer.
    }
  }
  log.warn({ status, path }, 'unexpected answer from the identity provider')
  return fail('iam_failed')
}
