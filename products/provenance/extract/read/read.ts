// One door for bytes: by content type, and by what the bytes look like where the type is silent.
import type { ReadDocument } from '../types.ts'
import { readHtml } from './html.ts'
import { readJson } from './json.ts'
import { readPdf } from './pdf.ts'
import { readText } from './text.ts'

export async function readDocument(bytes: Uint8Array, contentType: string): Promise<ReadDocument> {
  const type = contentType.toLowerCase()
  if (type.includes('pdf') || startsWith(bytes, '%PDF-')) return readPdf(bytes)
  return readMarkup(decode(bytes, type), type)
}

/** For text that is already decoded. */
export function readMarkup(text: string, contentType: string): ReadDocument {
  const type = contentType.toLowerCase()
  if (type.includes('json')) return readJson(text)
  if (type.includes('html') || type.includes('xml') || /^\s*<(?:!doctype|html|head|body|main|div|h1|p)\b/i.test(text))
    return readHtml(text)
  return readText(text)
}

function decode(bytes: Uint8Array, contentType: string): string {
  const declared = /charset=["']?([\w:-]+)/.exec(contentType)?.[1] ?? metaCharset(bytes)
  try {
    return new TextDecoder(declared ?? 'utf-8').decode(bytes)
  } catch {
    return new TextDecoder('utf-8').decode(bytes)
  }
}

/** HTML says its charset within the first 1024 bytes (HTML standard, prescan). */
function metaCharset(bytes: Uint8Array): string | undefined {
  const head = new TextDecoder('latin1').decode(bytes.subarray(0, 1024))
  return /<meta[^>]{0,200}charset=["']?([\w:-]+)/i.exec(head)?.[1]
}

function startsWith(bytes: Uint8Array, text: string): boolean {
  return new TextDecoder('latin1').decode(bytes.subarray(0, text.length)) === text
}
