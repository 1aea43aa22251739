// Handles connections themselves: requests that cannot be answered, and idle sockets.
import { type IncomingMessage, type ServerResponse, STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import { ERRORS, type ErrorCode } from '@veritrace/contract/errors'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { newRequestId } from '../ids.ts'

/** Cuts off a stalled body: its reader gets an error, and the client gets the reason. */
export function cutOff({ id, socket }: FastifyRequest, reply: FastifyReply): void {
  if (reply.raw.headersSent) return void socket.destroy()
  refuseOn(socket, 'request_timeout', id)
}

/** Closes connections that never sent a request, because Node treats only those as idle that have sent one. */
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
 * Node answers an unknown expectation with an empty body; ours is in strange.ts. A client that sends
 * Expect: 100-continue gets its go-ahead when the body is read, so a rejected request does not have to send its body.
 */
export function answerExpectations({ server }: FastifyInstance): void {
  server.on('checkExpectation', (request, response) => server.emit('request', request, response))
  server.on('checkContinue', (request: IncomingMessage, response: ServerResponse) => {
    // The client may send the body after an error response anyway, so the connection cannot be reused.
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

/** No request exists yet, so there is no reply to send a problem with. */
export function clientErrorHandler(error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy()
  refuseOn(socket, SOCKET_CODES[error.code ?? ''] ?? 'bad_request', newRequestId())
}

/** Writes a response to the socket itself and then closes it. */
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
