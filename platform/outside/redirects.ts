// Builds the request, and the next one after a redirect. Pure.
import { OutsideError } from './outside-error.ts'

export type Method = 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

export interface Order {
  method: Method
  headers: Record<string, string>
  body: string | Buffer | undefined
}

const USER_AGENT = 'Veritrace/1.0'
export const REDIRECTS = new Set([301, 302, 303, 307, 308])

export function resolveLocation(location: string, base: URL): string {
  if (!URL.canParse(location, base.href))
    throw new OutsideError('bad_url', 'The redirect does not lead to a valid URL.')
  return new URL(location, base).href
}

export function firstOrder({
  method = 'GET',
  headers = {},
  body,
}: {
  method?: Method
  headers?: Readonly<Record<string, string>>
  body?: string | Buffer
}): Order {
  const lower = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]))
  return {
    method,
    body,
    headers: { 'user-agent': USER_AGENT, accept: '*/*', 'accept-encoding': 'gzip, br, deflate, zstd', ...lower },
  }
}

/** Like browsers: a POST becomes a GET unless 307 or 308 forbids it; credentials are not sent to another origin. */
export function nextOrder(order: Order, status: number, otherOrigin: boolean): Order {
  const becomesGet = status === 303 ? order.method !== 'HEAD' : status < 303 && order.method === 'POST'
  const headers = { ...order.headers }
  if (otherOrigin) for (const name of ['authorization', 'cookie', 'proxy-authorization']) delete headers[name]
  if (!becomesGet) return { ...order, headers }
  for (const name of Object.keys(headers)) if (name.startsWith('content-')) delete headers[name]
  return { method: 'GET', headers, body: undefined }
}
