// One line for each request. It is the busiest line of the process, so it is put together by hand, holds nothing
// that could be a secret, and is written many at a time.
import type { FastifyReply, FastifyRequest } from 'fastify'
import pino from 'pino'
import type { Log } from '../log.ts'
import { statusOf } from './leaving.ts'
import { callerOf } from './requester.ts'

interface Output {
  write(line: string): unknown
  fd?: number
}
/** Lines are collected this far before they are written; a second later they are written in any case. */
const COLLECTED_CHARS = 16_000
const COLLECTED_MS = 1_000
let standardOutput: Output | undefined

/** Writes the line of a finished request; nothing where the level of `log` is above info. */
export function requestLog(log: Log): (request: FastifyRequest, reply: FastifyReply) => void {
  if (!log.isLevelEnabled('info')) return () => {}
  const output = outputOf(log)
  return (request, reply) => void output.write(lineOf(request, reply))
}

/** Where `log` itself writes, but for standard output one that collects. */
function outputOf(log: Log): Output {
  const own = (log as unknown as Record<symbol, Output>)[pino.symbols.streamSym]!
  if (own.fd !== 1) return own
  standardOutput ??= collecting()
  return standardOutput
}

/** Handing over each line by itself would cost more than making it. */
function collecting(): Output {
  let lines = ''
  let waiting: NodeJS.Timeout | undefined
  const flush = () => {
    clearTimeout(waiting)
    waiting = undefined
    if (lines) output.write(lines)
    lines = ''
  }
  // Before the destination, which writes what it still has when the process ends.
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
  return `{"level":"info","time":"${timestamp()}","method":"${request.method}","path":${path},"status":${statusOf(reply)},"ms":${reply.elapsedTime.toFixed(1)},"request_id":"${request.id}"${who}}\n`
}

/** A token in the path is as good as a password: the route is told instead. */
function pathOf({ url, params, routeOptions }: FastifyRequest): string {
  if (typeof params === 'object' && params !== null && 'token' in params) return routeOptions.url ?? ''
  const query = url.indexOf('?')
  return query < 0 ? url : url.slice(0, query)
}

let stampedAt = 0
let stamp = ''
/** Many requests end in the same millisecond; writing it out once is enough. */
function timestamp(): string {
  const now = Date.now()
  if (now !== stampedAt) {
    stampedAt = now
    stamp = new Date(now).toISOString()
  }
  return stamp
}
