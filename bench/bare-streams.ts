// The floor: node:http alone, which keeps responses open and writes the bytes of one event to each of them.
import { createServer, type ServerResponse } from 'node:http'
import { spentSoFar, timeNow } from './memory.ts'

const EVENT = Buffer.from(`id: 1\nevent: audit\ndata: ${JSON.stringify({ text: 'x'.repeat(700) })}\n\n`)
const open = new Set<ServerResponse>()
const server = createServer(({ url }, response) => {
  if (url === '/spent') return void response.end(JSON.stringify(spentSoFar()))
  if (url === '/tell') {
    const at = timeNow()
    for (const stream of open) stream.write(EVENT)
    return void response.end(JSON.stringify({ at }))
  }
  response.writeHead(200, { 'content-type': 'text/event-stream' })
  response.write('retry: 2000\n\n')
  open.add(response)
  response.once('close', () => open.delete(response))
}).listen(0, '127.0.0.1', () => {
  const { port } = server.address() as { port: number }
  const url = `http://127.0.0.1:${port}`
  console.log('facts', JSON.stringify({ stream: `${url}/stream`, tell: `${url}/tell`, spent: `${url}/spent` }))
})
process.once('SIGTERM', () => process.exit(0))
