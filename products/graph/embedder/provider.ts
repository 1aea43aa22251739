// Requests to an endpoint that the operator has configured. Its address is trusted and often internal, so it is not
// blocked like addresses given by callers. Size, time and redirects are limited all the same.
import { OutsideError, openSafeFetch } from '@veritrace/platform/outside/safe-fetch'

export interface Provider {
  /** Returns the JSON of the response; throws an OutsideError for anything else. */
  post(path: string, body: object, limits: Limits): Promise<unknown>
  /** Returns the text of the response, which may be streamed. */
  postForText(path: string, body: object, limits: Limits): Promise<string>
  close(): Promise<void>
}

interface Limits {
  timeoutMs: number
  silenceMs?: number
  signal?: AbortSignal | undefined
}

interface ProviderOptions {
  url: string
  key: string | undefined
}

const ANYWHERE = ['0.0.0.0/0', '::/0']
const MOST_BYTES = 32 * 1024 * 1024

export function openProvider({ url, key }: ProviderOptions): Provider {
  const fetch = openSafeFetch({ allow: ANYWHERE })
  const headers = { 'content-type': 'application/json', ...(key && { authorization: `Bearer ${key}` }) }
  const postForText: Provider['postForText'] = async (path, body, { signal, ...limits }) => {
    const { status, body: bytes } = await fetch(`${url}${path}`, {
      method: 'POST',
      headers,
      body: JSON.stringify(body),
      maxBytes: MOST_BYTES,
      redirects: 0,
      ...limits,
      ...(signal && { signal }),
    })
    if (status !== 200) throw new OutsideError('protocol', `It answered ${status}.`, { status })
    return bytes.toString('utf8')
  }
  return {
    postForText,
    async post(path, body, limits) {
      const text = await postForText(path, body, limits)
      try {
        return JSON.parse(text)
      } catch {
        throw new OutsideError('protocol', 'It did not return JSON.', { status: 200 })
      }
    },
    close: fetch.close,
  }
}
