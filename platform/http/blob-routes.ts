// The signed URLs of objects on disk. Anyone with the URL may use it; no sign-in is required.
import type { IncomingHttpHeaders } from 'node:http'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Blob, BlobInfo, Blobs, ByteRange } from '../blobs/blobs.ts'
import type { Link, Links, Query } from '../blobs/sign.ts'
import { attachment } from '../blobs/terms.ts'
import { fail } from '../errors.ts'
import { isKnown } from './etag.ts'

/** The bytes come from users, so browsers must save them instead of showing them, and may not run them if they do. */
const DOWNLOAD_HEADERS = {
  'content-security-policy': "sandbox; default-src 'none'; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
  'cache-control': 'private, no-store',
  'accept-ranges': 'bytes',
}

/** Whether the tenant still exists, and the requester of the URL is still a member. */
export type IsHere = (tenant: string, by: string | undefined) => Promise<boolean>

/** Mounts nothing if signed URLs lead to another server, as with S3. */
export function mountBlobs(app: FastifyInstance, blobs: Blobs, isHere: IsHere = async () => true): void {
  const { links } = blobs
  if (!links) return
  app.register(async (scope) => {
    // Here every body remains a stream, even JSON.
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', (_request, _payload, done) => done(null))
    scope.put('/blobs/*', async (request, reply) =>
      receive(blobs, await linkOf(links, 'PUT', request, isHere), request, reply),
    )
    scope.route({
      method: ['GET', 'HEAD'],
      url: '/blobs/*',
      // Compression would change the length and make ranges meaningless.
      handler: async (request, reply) => send(blobs, await linkOf(links, 'GET', request, isHere), request, reply),
    })
  })
}

/** A URL is valid for minutes, and only while its tenant exists and its requester has access. */
async function linkOf(links: Links, method: 'GET' | 'PUT', request: FastifyRequest, isHere: IsHere): Promise<Link> {
  const link = links.check(method, (request.params as { '*': string })['*'], request.query as Query)
  if (link.owner !== undefined && !(await isHere(link.owner, link.by))) fail('link_expired')
  return link
}

async function receive(blobs: Blobs, link: Link, request: FastifyRequest, reply: FastifyReply): Promise<unknown> {
  const { contentType = '', size = 0, sha256 = '' } = link
  checkBody(request.headers, contentType, size)
  const stored = await blobs.put(link.key, request.raw, { contentType, sha256, maxBytes: size, ifAbsent: true })
  return reply.code(201).header('etag', `"${stored.sha256}"`).send()
}

/** Checks the headers before a byte is read. */
function checkBody(headers: IncomingHttpHeaders, contentType: string, size: number): void {
  if (headers['content-type']?.trim().toLowerCase() !== contentType.toLowerCase())
    fail('link_invalid', `This URL accepts ${contentType}.`)
  if (headers['content-length'] === undefined) fail('missing_header', 'Send Content-Length.')
  const length = Number(headers['content-length'])
  if (length > size) fail('body_too_large', `This URL accepts ${size} bytes, not ${length}.`)
  if (length < size) fail('unacceptable', `This URL accepts ${size} bytes, not ${length}.`)
}

async function send(blobs: Blobs, link: Link, request: FastifyRequest, reply: FastifyReply): Promise<unknown> {
  const info = await blobs.head(link.key)
  if (!info) return fail('blob_not_found')
  const etag = `"${info.sha256}"`
  if (isKnown(etag, request.headers['if-none-match']))
    return reply.headers(DOWNLOAD_HEADERS).header('etag', etag).code(304).send()
  if (request.method === 'HEAD') return describe(reply, link, info).header('content-length', info.size).send()
  const range = rangeOf(request.headers, info.size, etag)
  const blob = await blobs.get(link.key, { ...(range && { range }) })
  return blob ? sendBytes(describe(reply, link, blob), blob) : fail('blob_not_found')
}

const describe = (reply: FastifyReply, link: Link, info: BlobInfo): FastifyReply =>
  reply
    .headers(DOWNLOAD_HEADERS)
    .header('etag', `"${info.sha256}"`)
    .header('content-disposition', attachment(link.filename ?? 'download'))
    .header('content-type', info.contentType)

function sendBytes(reply: FastifyReply, { range, size, stream }: Blob): FastifyReply {
  reply.header('content-length', range ? range.end - range.start + 1 : size)
  if (range) reply.code(206).header('content-range', `bytes ${range.start}-${range.end}/${size}`)
  return reply.send(stream)
}

/**
 * One range of bytes, RFC 9110 §14.2. Any other header value is ignored, including lists of ranges,
 * which are only useful for attacks.
 */
function rangeOf(headers: IncomingHttpHeaders, size: number, etag: string): ByteRange | undefined {
  const [, from, to] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(headers.range ?? '') ?? []
  if (from === undefined || to === undefined || (from === '' && to === '')) return undefined
  if (headers['if-range'] !== undefined && headers['if-range'] !== etag) return undefined
  if (from !== '') return to !== '' && Number(to) < Number(from) ? undefined : rangeUpTo(Number(from), to)
  // The last bytes of the object; “the last zero bytes” is not a range.
  return { start: Number(to) === 0 ? size : Math.max(0, size - Number(to)) }
}

const rangeUpTo = (start: number, to: string): ByteRange => (to === '' ? { start } : { start, end: Number(to) })
