// An external service, such as a store, a payment provider or a webhook receiver, which can be silenced.
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

export interface Heard {
  method: string
  path: string
  headers: IncomingMessage['headers']
  body: string
}

export async function openPartner(reply: (heard: Heard, response: ServerResponse) => void) {
  const heard: Heard[] = []
  let gate: PromiseWithResolvers<void> | undefined
  const server = createServer(async (request, response) => {
    const body = await text(request).catch(() => undefined)
    if (body === undefined) return
    const one = { method: request.method!, path: request.url!, headers: request.headers, body }
    heard.push(one)
    await gate?.promise
    reply(one, response)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    heard: () => [...heard],
    /** Accepts requests without answering from now on. */
    silence: () => {
      gate ??= Promise.withResolvers()
    },
    /** Answers from now on, including pending requests. */
    answer: () => {
      gate?.resolve()
      gate = undefined
    },
    close: () => {
      gate?.resolve()
      server.close()
      server.closeAllConnections()
    },
  }
}
