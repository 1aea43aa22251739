// Decodes bytes: a byte order mark wins, then the header, then the page's own charset (HTML standard, encoding sniffing).

export function decode(bytes: Uint8Array, contentType: string): string {
  const declared = byteOrderMark(bytes) ?? headerCharset(contentType) ?? metaCharset(bytes)
  // NUL is a parse error in HTML, and PostgreSQL cannot store it.
  return decoderOf(declared ?? 'utf-8')
    .decode(bytes)
    .replaceAll('\0', '\ufffd')
}

function decoderOf(charset: string) {
  try {
    return new TextDecoder(charset)
  } catch {
    return new TextDecoder('utf-8')
  }
}

function byteOrderMark([first, second, third]: Uint8Array): string | undefined {
  if (first === 0xef && second === 0xbb && third === 0xbf) return 'utf-8'
  if (first === 0xfe && second === 0xff) return 'utf-16be'
  return first === 0xff && second === 0xfe ? 'utf-16le' : undefined
}

const headerCharset = (contentType: string): string | undefined =>
  /charset\s*=\s*["']?([\w:-]+)/i.exec(contentType)?.[1]

/** HTML declares its charset within the first 1024 bytes (HTML standard, prescan). */
function metaCharset(bytes: Uint8Array): string | undefined {
  const head = new TextDecoder('latin1').decode(bytes.subarray(0, 1024))
  return /<meta[^>]{0,200}charset\s*=\s*["']?([\w:-]+)/i.exec(head)?.[1]
}
