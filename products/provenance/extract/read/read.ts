// Reads bytes as a document: by content type, or by the bytes themselves if the type does not tell.
import type { ReadDocument } from '../types.ts'
import { decode } from './decode.ts'
import { readHtml } from './html.ts'
import { readJson } from './json.ts'
import { readPdf } from './pdf.ts'
import { readText } from './text.ts'

export async function readDocument(bytes: Uint8Array, contentType: string): Promise<ReadDocument> {
  const type = contentType.toLowerCase()
  if (type.includes('pdf') || startsWith(bytes, '%PDF-')) return readPdf(bytes)
  return readMarkup(decode(bytes, type), type)
}

/** Reads text that is already decoded. */
export function readMarkup(text: string, contentType: string): ReadDocument {
  const type = contentType.toLowerCase()
  if (type.includes('json')) return readJson(text)
  if (type.includes('html') || type.includes('xml') || /^\s*<(?:!doctype|html|head|body|main|div|h1|p)\b/i.test(text))
    return readHtml(text)
  return readText(text)
}

function startsWith(bytes: Uint8Array, text: string): boolean {
  for (let at = 0; at < text.length; at++) if (bytes[at] !== text.charCodeAt(at)) return false
  return true
}
