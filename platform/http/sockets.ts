// What happens on a connection itself, where no request can be answered or is waited for.
import { type IncomingMessage, type ServerResponse, STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import { ERRORS, type ErrorCode } from '@veritrace/contract/errors'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { newRequestId } from '../ids.ts'

/** A body that stands still: whoever reads it learns that it was cut off, and the client is told why. */
export function cutOff({ id, socket }: FastifyRequest, reply: FastifyReply): void {
  if (reply.raw.headersSent) return void socket.destroy()
  refuseOn(socket, 'request_timeout', id)
}

/** Who has connected and said nothing would hold up the end: Node counts only those as idle that have asked before. */
export function closeSilent(app: FastifyInstance): void {
  const connected = new Set<Socket>()
  app.server.on('connection', (socket: Socket) => {
    connected.add(socket)
    socket.once('close', () => connected.delete(socket))
  })
  app.addHook('preClose', (done) => {
    for (const socket of connected) if (socket.bytesRead === 0) socket.destroy()
    done()
  })
}

/**
 * Node would answer an expectation that it does not know in no words at all; ours are in strange.ts. Who asks before it sends
 * its body is told to when somebody reads it: what is refused until then need not come.
 */
export function answerExpectations({ server }: FastifyInstance): void {
  server.on('checkExpectation', (request, response) => server.emit('request', request, response))
  server.on('checkContinue', (request: IncomingMessage, response: ServerResponse) => {
    // Whether the body comes after an answer, nobody knows: nothing else can come on that connection.
    response.setHeader('connection', 'close')
    const read = request._read
    request._read = (size) => {
      request._read = read
      if (!response.headersSent) {
        response.removeHeader('connection')
        response.writeContinue()
      }
      request._read(size)
    }
    server.emit('request', request, response)
  })
}

const SOCKET_CODES: Record<string, ErrorCode> = {
  ERR_HTTP_REQUEST_TIMEOUT: 'request_timeout',
  HPE_HEADER_OVERFLOW: 'headers_too_large',
}

/** Before a request exists there is no reply to send a problem with. */
export function clientErrorHandler(error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy()
  refuseOn(socket, SOCKET_CODES[error.code ?? ''] ?? 'bad_request', newRequestId())
}

/** Answers on the socket itself, and closes it when that is sent. */
function refuseOn(socket: Socket, code: ErrorCode, id: string): void {
  const { status, title } = ERRORS[code]
  const problem = { type: `/docs/errors#${code}`, title, status, detail: `${title}.`, code, request_id: id }
  const body = JSON.stringify(problem)
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    'content-type: application/problem+json; charset=utf-8',
    `content-length: ${Buffer.byteLength(body)}`,
    `x-request-id: ${id}`,
    'connection: close',
  ]
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`, () => socket.destroy())
}
