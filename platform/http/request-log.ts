// Writes one log line per request. It is the most frequent line of the process, so it is assembled by hand, contains
// nothing that could be a secret, and is written in batches.
import type { FastifyReply, FastifyRequest } from 'fastify'
import pino from 'pino'
import type { Log } from '../log.ts'
import { wasBusy } from './busy.ts'
import { statusOf } from './leaving.ts'
import { callerOf } from './requester.ts'

interface Output {
  write(line: string): unknown
  fd?: number
}
/** Lines are written once this many characters are collected, or after a second. */
const COLLECTED_CHARS = 16_000
const COLLECTED_MS = 1_000
let standardOutput: Output | undefined

/** Logs a finished request; does nothing if the level of `log` is above info. */
export function requestLog(log: Log): (request: FastifyRequest, reply: FastifyReply) => void {
  if (!log.isLevelEnabled('info')) return () => {}
  const output = outputOf(log)
  return (request, reply) => void output.write(lineOf(request, reply))
}

/** The output of `log` itself, or a buffering one for standard output. */
function outputOf(log: Log): Output {
  const own = (log as unknown as Record<symbol, Output>)[pino.symbols.streamSym]!
  if (own.fd !== 1) return own
  standardOutput ??= collecting()
  return standardOutput
}

/** Writing each line separately would cost more than creating it. */
function collecting(): Output {
  let lines = ''
  let waiting: NodeJS.Timeout | undefined
  const flush = () => {
    clearTimeout(waiting)
    waiting = undefined
    if (lines) output.write(lines)
    lines = ''
  }
  // Registered before the destination, which flushes on exit.
  process.on('exit', flush)
  const output = pino.destination({ fd: 1, sync: false })
  return {
    write(line) {
      lines += line
      if (lines.length >= COLLECTED_CHARS) flush()
      else waiting ??= setTimeout(flush, COLLECTED_MS).unref()
    },
  }
}

function lineOf(request: FastifyRequest, reply: FastifyReply): string {
  const path = JSON.stringify(pathOf(request))
  const caller = callerOf(request)
  const who =
    caller && 'tenant' in caller ? `,"tenant":"${caller.tenant}","actor":${JSON.stringify(caller.actor.id)}` : ''
  const busy = wasBusy(request) ? ',"busy":true' : ''
  return `{"level":"info","time":"${timestamp()}","method":"${request.method}","path":${path},"status":${statusOf(reply)},"ms":${reply.elapsedTime.toFixed(1)},"request_id":"${request.id}"${who}${busy}}\n`
}

/** A token in the path is a secret, so the route pattern is logged instead. */
function pathOf({ url, params, routeOptions }: FastifyRequest): string {
  if (typeof params === 'object' && params !== null && 'token' in params) return routeOptions.url ?? ''
  const query = url.indexOf('?')
  return query < 0 ? url : url.slice(0, query)
}

let stampedAt = 0
let stamp = ''
/** Many requests end in the same millisecond, so the formatted timestamp is cached. */
function timestamp(): string {
  const now = Date.now()
  if (now !== stampedAt) {
    stampedAt = now
    stamp = new Date(now).toISOString()
  }
  return stamp
}
