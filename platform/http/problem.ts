// The only place that turns an error into RFC 9457 problem+json.
import { ERRORS, type ErrorCode } from '@veritrace/contract/errors'
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { type DatabaseTrouble, databaseTrouble } from '../db/failures.ts'
import { AppError } from '../errors.ts'
import type { Log } from '../log.ts'
import { markBusy } from './busy.ts'
import { hasLeft } from './leaving.ts'

/** Sends `error` as a problem document. From status 500 on the cause is logged, and the caller does not see it. */
export function sendProblem(error: unknown, request: FastifyRequest, reply: FastifyReply, log: Log): void {
  const isBrokenOff = wasBrokenOff(error, request)
  const known = isBrokenOff ? new AppError('malformed_body', 'The body was cut off.') : asAppError(error)
  if (isBrokenOff)
    log.info({ request_id: request.id, path: request.routeOptions.url }, 'the client disconnected during its body')
  else if (known.isBusy) logRefusal(known, request, log)
  else if (known.status >= 500 && !wasGivenUp(error, reply)) logFailure(error, request, log)
  const { title, status } = ERRORS[known.code]
  reply
    .code(status)
    .headers(known.headers)
    .type('application/problem+json; charset=utf-8')
    .serializer(JSON.stringify)
    .send({
      type: `/docs/errors#${known.code}`,
      title,
      status,
      detail: known.message,
      instance: request.url.split('?')[0],
      code: known.code,
      request_id: request.id,
      ...known.extras,
    })
}

export const logFailure = (error: unknown, request: FastifyRequest, log: Log): void =>
  log.error({ err: error, request_id: request.id, path: request.routeOptions.url }, 'request failed')

/** The response says when to retry, so an operator has nothing to do. */
function logRefusal({ message }: AppError, request: FastifyRequest, log: Log): void {
  markBusy(request)
  log.info({ reason: message, request_id: request.id, path: request.routeOptions.url }, 'request refused while busy')
}

/** The client disconnected while we read its body, so whatever the reader throws is not a failure of the server. */
const wasBrokenOff = (error: unknown, { raw }: FastifyRequest): boolean =>
  raw.errored !== null && (!raw.complete || error === raw.errored) && !(error instanceof AppError)

/** Aborting work when its client disconnects is not a failure. */
const wasGivenUp = (error: unknown, reply: FastifyReply): boolean =>
  (error as Error | undefined)?.name === 'AbortError' && hasLeft(reply)

/** Maps Fastify's own errors to our codes. */
const FASTIFY_CODES: Record<string, ErrorCode> = {
  FST_ERR_CTP_BODY_TOO_LARGE: 'body_too_large',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'unsupported_media_type',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'malformed_body',
  FST_ERR_CTP_EMPTY_JSON_BODY: 'malformed_json',
  FST_ERR_BAD_URL: 'bad_request',
  FST_ERR_MAX_PARAM_LENGTH: 'route_not_found',
}

/** Headers of every response that fails because of the database. */
export const AWAY_HEADERS = { 'retry-after': '2' }

const SAID: Record<DatabaseTrouble, string> = {
  away: 'The database does not answer.',
  crowded: 'The database has no connection free.',
  slow: 'The request took too long in the database.',
  full: 'A disk of the server is full, so nothing was saved.',
}

function asAppError(error: unknown): AppError {
  if (error instanceof AppError) return error
  const trouble = databaseTrouble(error)
  if (trouble) return new AppError(trouble === 'full' ? 'storage_full' : 'unavailable', SAID[trouble], {}, AWAY_HEADERS)
  const { code, statusCode, message } = error as FastifyError
  const ours = FASTIFY_CODES[code]
  if (ours) return new AppError(ours)
  if (statusCode && statusCode >= 400 && statusCode < 500) return new AppError('bad_request', message)
  return new AppError('internal')
}
