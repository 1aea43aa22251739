// Repeats each write with the same Idempotency-Key until it is acknowledged. The server must detect repetitions.
import { setTimeout as sleep } from 'node:timers/promises'
import type { Fleet } from './fleet.ts'

interface Write {
  method: 'POST' | 'PATCH' | 'PUT'
  path: string
  /** Idempotency key of a POST, the same for each attempt. */
  key?: string
  body: string
  type?: string
}

interface Answered {
  status: number
  text: string
  tries: number
}

export interface Sender {
  /** Resolves when the write is acknowledged. */
  write(write: Write): Promise<Answered>
  read(path: string, init?: { method?: 'POST'; body?: string; type?: string; accept?: string }): Promise<string>
}

/** Longer than any fault and the restart after it. */
const PATIENCE_MS = 180_000
const ANSWER_MS = 30_000
/** Temporarily unavailable, or busy with the same write. Any other failure is a finding. */
const COME_BACK = new Set([409, 429, 502, 503, 504, 507])

export class NeverAnswered extends Error {}

export function openSender(fleet: Fleet, headers: Record<string, string>): Sender {
  const once = async (path: string, init: RequestInit): Promise<{ status: number; text: string } | undefined> => {
    try {
      const response = await fetch(fleet.url() + path, { ...init, signal: AbortSignal.timeout(ANSWER_MS) })
      return { status: response.status, text: await response.text() }
    } catch {
      return undefined
    }
  }
  const until = async (path: string, init: RequestInit): Promise<Answered> => {
    let last: { status: number; text: string } | undefined
    const end = Date.now() + PATIENCE_MS
    for (let tries = 1; Date.now() < end; tries++) {
      last = (await once(path, init)) ?? last
      if (last && last.status < 300) return { ...last, tries }
      if (last && !COME_BACK.has(last.status)) break
      await sleep(100 + Math.random() * 300)
    }
    throw new NeverAnswered(`${init.method ?? 'GET'} ${path}: ${last ? `${last.status} ${last.text}` : 'no answer'}`)
  }
  return {
    write: ({ method, path, key, body, type = 'application/json' }) =>
      until(path, {
        method,
        headers: { ...headers, 'content-type': type, ...(key && { 'idempotency-key': key }) },
        body,
      }),
    read: async (path, { method, body, type, accept = 'application/json' } = {}) => {
      const sent = { ...headers, accept, ...(type && { 'content-type': type }) }
      return (await until(path, { ...(method && { method }), headers: sent, ...(body && { body }) })).text
    },
  }
}
