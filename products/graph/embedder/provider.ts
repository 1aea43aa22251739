// Requests to an endpoint that the operator has configured. The address is trusted, and often inside the own network, so
// it is not guarded like one that a caller names; size, time and redirects are limited all the same.
import { OutsideError, openSafeFetch } from '@veritrace/platform/outside/safe-fetch'

export interface Provider {
  /** The JSON that the endpoint answers; throws an OutsideError for anything else. */
  post(path: string, body: object, signal?: AbortSignal): Promise<unknown>
  close(): Promise<void>
}

interface ProviderOptions {
  url: string
  key: string | undefined
  timeoutMs: number
}

const ANYWHERE = ['0.0.0.0/0', '::/0']
const MOST_BYTES = 32 * 1024 * 1024

export function openProvider({ url, key, timeoutMs }: ProviderOptions): Provider {
  const fetch = openSafeFetch({ allow: ANYWHERE })
  const headers = { 'content-type': 'application/json', ...(key && { authorization: `Bearer ${key}` }) }
  return {
    async post(path, body, signal) {
      const { status, body: bytes } = await fetch(`${url}${path}`, {
        method: 'POST',
        headers,
        body: JSON.stringify(body),
        timeoutMs,
        maxBytes: MOST_BYTES,
        redirects: 0,
        ...(signal && { signal }),
      })
      if (status !== 200) throw new OutsideError('protocol', `It answered ${status}.`, { status })
      try {
        return JSON.parse(bytes.toString('utf8'))
      } catch {
        throw new OutsideError('protocol', 'It did not answer JSON.', { status })
      }
    },
    close: fetch.close,
  }
}
