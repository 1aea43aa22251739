// The invented web: one server for the sites of all vendors, distinguished by the Host header.
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type Answer, answer, hostsOf } from './render.ts'
import { SITES } from './sites.ts'

export interface DemoWeb {
  port: number
  /** All origins that are served: vendors, their status pages, hosted trust centers. */
  origins: string[]
  /** Sets the day of the story for all following requests. */
  setDay(day: number): void
  close(): Promise<void>
}

export async function openDemoWeb({ port, day }: { port: number; day: number }): Promise<DemoWeb> {
  let today = day
  const server = createServer((request, response) => {
    const found = answerFor(request, { day: today, port: portOf(server) })
    send(request, response, found)
  })
  await new Promise<void>((done, fail) => {
    server.once('error', fail)
    server.listen(port, '127.0.0.1', () => done())
  })
  const listening = portOf(server)
  return {
    port: listening,
    origins: [...new Set(SITES.flatMap(hostsOf))].map((host) => `http://${host}.localhost:${listening}`),
    setDay: (next) => {
      today = next
    },
    close: () =>
      new Promise((done) => {
        server.close(() => done())
        server.closeAllConnections()
      }),
  }
}

const portOf = (server: Server): number => (server.address() as AddressInfo).port

function answerFor(request: IncomingMessage, moment: { day: number; port: number }): Answer {
  const host = (request.headers.host ?? '')
    .toLowerCase()
    .replace(/:\d+$/, '')
    .replace(/\.localhost$/, '')
  const path = (request.url ?? '/').split('?')[0] ?? '/'
  // A hosted trust center serves several vendors, each at its own path.
  const sites = SITES.filter((site) => hostsOf(site).includes(host))
  if (sites.length === 0) return plain(404, 'No such site.')
  if (request.method !== 'GET' && request.method !== 'HEAD') return plain(405, 'This site is read-only.')
  const answers = sites.map((site) => answer(site, host, path, moment))
  return answers.find(({ status }) => status !== 404) ?? answers[0]!
}

const plain = (status: number, text: string): Answer => ({
  status,
  headers: { 'content-type': 'text/plain; charset=utf-8' },
  body: Buffer.from(`${text}\n`),
})

function send(request: IncomingMessage, response: ServerResponse, { status, headers, body }: Answer): void {
  const fresh = headers.etag !== undefined && request.headers['if-none-match'] === headers.etag
  response.writeHead(
    fresh ? 304 : status,
    fresh ? { etag: headers.etag } : { ...headers, 'content-length': body.length },
  )
  response.end(fresh || request.method === 'HEAD' ? undefined : body)
}
