// A customer's webhook receiver, which can be made to hang.
import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'

export interface Receiver {
  url: string
  /** The message ids received for each page. */
  got: Map<string, Set<string>>
  hang(): void
  letGo(): void
  close(): void
}

export async function openReceiver(): Promise<Receiver> {
  const got: Receiver['got'] = new Map()
  const held: ServerResponse[] = []
  let isHanging = false
  const server = createServer(async (request, response) => {
    const message = (await json(request).catch(() => ({}))) as { type?: string; data?: { data?: { slug?: string } } }
    if (isHanging) return void held.push(response)
    const slug = message.data?.data?.slug
    if (message.type === 'page.create' && slug)
      got.set(slug, (got.get(slug) ?? new Set()).add(String(request.headers['webhook-id'])))
    response.writeHead(204).end()
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`,
    got,
    hang: () => {
      isHanging = true
    },
    letGo: () => {
      isHanging = false
      for (const response of held.splice(0)) response.writeHead(503).end()
    },
    close: () => {
      server.close()
      server.closeAllConnections()
    },
  }
}
