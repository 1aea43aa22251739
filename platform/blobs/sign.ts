// Signed URLs of objects on disk: valid for one object, one method and a short time, without a lookup.
import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Clock } from '../clock.ts'
import { fail } from '../errors.ts'

export interface Link {
  method: 'GET' | 'PUT'
  key: string
  /** Seconds since 1970. */
  expires: number
  /** The tenant that owns the object; the URL expires when the tenant is deleted. */
  owner?: string
  /** The person, key or client that requested the URL; it expires when they lose access. */
  by?: string
  /** For uploads. */
  contentType?: string
  size?: number
  sha256?: string
  /** For downloads. */
  filename?: string
}
/** As web frameworks return it: a repeated parameter is a list. */
export type Query = Readonly<Record<string, unknown>>

export interface Links {
  /** Path and query, to append to the public URL of the server. */
  sign(link: Link): string
  /** Returns the signed link; throws `link_invalid` or `link_expired`. */
  check(method: 'GET' | 'PUT', key: string, query: Query): Link
}

export function openLinks(secret: string, clock: Clock): Links {
  const signatureOf = ({ method, key, expires, owner, by, contentType, size, sha256, filename }: Link): Buffer =>
    createHmac('sha256', secret)
      .update(JSON.stringify(['blob link 3', method, key, expires, owner, by, contentType, size, sha256, filename]))
      .digest()

  return {
    sign(link) {
      const query = new URLSearchParams({ expires: String(link.expires) })
      if (link.owner !== undefined) query.set('owner', link.owner)
      if (link.by !== undefined) query.set('by', link.by)
      if (link.contentType !== undefined) query.set('type', link.contentType)
      if (link.size !== undefined) query.set('size', String(link.size))
      if (link.sha256 !== undefined) query.set('sha256', link.sha256)
      if (link.filename !== undefined) query.set('name', link.filename)
      query.set('signature', signatureOf(link).toString('base64url'))
      return `/blobs/${link.key.split('/').map(encodeURIComponent).join('/')}?${query}`
    },
    check(method, key, query) {
      const link = readLink(method, key, query)
      const given = Buffer.from(textOf(query.signature) ?? '', 'base64url')
      const right = signatureOf(link)
      if (given.length !== right.length || !timingSafeEqual(given, right)) fail('link_invalid')
      if (clock.now().getTime() >= link.expires * 1000) fail('link_expired')
      return link
    },
  }
}

function readLink(method: 'GET' | 'PUT', key: string, query: Query): Link {
  const size = textOf(query.size)
  return {
    method,
    key,
    expires: Number(textOf(query.expires)),
    owner: textOf(query.owner),
    by: textOf(query.by),
    contentType: textOf(query.type),
    size: size === undefined ? undefined : Number(size),
    sha256: textOf(query.sha256),
    filename: textOf(query.name),
  }
}

const textOf = (value: unknown): string | undefined => {
  if (value === undefined || typeof value === 'string') return value
  return fail('link_invalid', 'A parameter of the signed URL is repeated.')
}
