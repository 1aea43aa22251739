// Structured logs. Fields that may contain a secret are removed here, once for every line.
import pino, { type DestinationStream, type Logger } from 'pino'

export type Log = Logger

const SECRET_FIELDS = [
  'authorization',
  'cookie',
  'password',
  'secret',
  'client_secret',
  'token',
  'access_token',
  'refresh_token',
  'id_token',
  'api_key',
]
const redactions = SECRET_FIELDS.flatMap((name) => [name, `*.${name}`, `*.*.${name}`])

export function openLog(level: string, destination?: DestinationStream): Log {
  const options = {
    level,
    base: undefined,
    timestamp: pino.stdTimeFunctions.isoTime,
    redact: { paths: [...redactions, 'headers["set-cookie"]', '*.headers["set-cookie"]'], censor: '[redacted]' },
    formatters: { level: (label: string) => ({ level: label }) },
  }
  return destination ? pino(options, destination) : pino(options)
}
