// Content types that the crawler reads.

const READABLE = new Set([
  '',
  'text/html',
  'application/xhtml+xml',
  'text/plain',
  'text/markdown',
  'text/xml',
  'application/xml',
  'application/json',
  'application/pdf',
  'application/x-pdf',
])

export const typeOf = (contentType: string): string => contentType.split(';')[0]!.trim().toLowerCase()

export const isReadable = (contentType: string): boolean => {
  const type = typeOf(contentType)
  return READABLE.has(type) || /^application\/[\w.-]+\+(?:json|xml)$/.test(type)
}

export const isPdf = (contentType: string, body: Uint8Array): boolean =>
  typeOf(contentType).includes('pdf') || PDF.every((byte, at) => body[at] === byte)

const PDF = Buffer.from('%PDF-')

export const isHtml = (contentType: string): boolean => /html|^$/.test(typeOf(contentType))
