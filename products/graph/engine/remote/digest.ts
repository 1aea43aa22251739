// HTTP Digest access authentication (RFC 7616) with MD5, which Virtuoso's /sparql-auth requires.
import { createHash } from 'node:crypto'

export interface Challenge {
  realm: string
  nonce: string
  opaque: string | undefined
  qop: boolean
}

/** Undefined if the header asks for another scheme. */
export function readChallenge(header: string | null): Challenge | undefined {
  if (!header || !/^digest\s/i.test(header)) return undefined
  const value = (name: string) =>
    new RegExp(`[\\s,]${name}\\s*=\\s*(?:"([^"]*)"|([^\\s,]+))`, 'i')
      .exec(header)
      ?.slice(1)
      .find((found) => found !== undefined)
  const algorithm = value('algorithm') ?? 'MD5'
  const nonce = value('nonce')
  if (nonce === undefined || !/^md5$/i.test(algorithm)) return undefined
  return { realm: value('realm') ?? '', nonce, opaque: value('opaque'), qop: /\bauth\b/.test(value('qop') ?? '') }
}

interface Call {
  user: string
  password: string
  method: string
  /** The path with its query string, as in the request line. */
  path: string
  /** How often the nonce was used, including this time. */
  count: number
  cnonce: string
}

export function answerChallenge({ realm, nonce, opaque, qop }: Challenge, call: Call): string {
  const { user, password, method, path, cnonce } = call
  const count = call.count.toString(16).padStart(8, '0')
  const secret = md5(`${user}:${realm}:${password}`)
  const asked = md5(`${method}:${path}`)
  const response = md5(qop ? `${secret}:${nonce}:${count}:${cnonce}:auth:${asked}` : `${secret}:${nonce}:${asked}`)
  const fields = [
    `username="${user}"`,
    `realm="${realm}"`,
    `nonce="${nonce}"`,
    `uri="${path}"`,
    `response="${response}"`,
    'algorithm=MD5',
    ...(opaque === undefined ? [] : [`opaque="${opaque}"`]),
    ...(qop ? ['qop=auth', `nc=${count}`, `cnonce="${cnonce}"`] : []),
  ]
  return `Digest ${fields.join(', ')}`
}

const md5 = (text: string): string => createHash('md5').update(text).digest('hex')
