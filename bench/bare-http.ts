// The floor: node:http alone, with the same response body as our stack.
import { createServer } from 'node:http'

const body = JSON.stringify({ ok: true })
const server = createServer((_request, response) => {
  response.writeHead(200, { 'content-type': 'application/json; charset=utf-8', 'content-length': body.length })
  response.end(body)
}).listen(0, '127.0.0.1', () => {
  const { port } = server.address() as { port: number }
  console.log('facts', JSON.stringify({ url: `http://127.0.0.1:${port}/` }))
})
process.once('SIGTERM', () => process.exit(0))
