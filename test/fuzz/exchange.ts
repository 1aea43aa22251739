// Sends a request exactly as given, over a kept-alive connection, and reads the response as text.
import { type Agent, type IncomingMessage, request } from 'node:http'
import type { Sent } from './requests.ts'

export interface Answer {
  status: number
  type: string
  text: string
  ms: number
}

export function exchange(agent: Agent, url: string, { method, path, headers, body }: Sent): Promise<Answer> {
  const { port } = new URL(url)
  const started = performance.now()
  return new Promise((done, broken) => {
    const going = request({ host: '127.0.0.1', port, agent, method, path, headers })
    const read = async (response: IncomingMessage): Promise<Answer> => {
      const type = response.headers['content-type'] ?? ''
      // An event stream has no end to wait for.
      if (type.startsWith('text/event-stream')) response.destroy()
      const text = response.destroyed ? '' : Buffer.concat(await response.toArray()).toString()
      return { status: response.statusCode!, type, text, ms: performance.now() - started }
    }
    going.once('error', broken)
    going.once('response', (response) => void read(response).then(done, broken))
    going.end(body)
  })
}

export const isJson = ({ type }: Answer): boolean => type.startsWith('application/json')
