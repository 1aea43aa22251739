// Test helpers: a vendor called Acme and its pages.
import { extractClaims } from './extract.ts'
import { readMarkup } from './read/read.ts'
import type { DocumentContext, Extraction } from './types.ts'

export function acme(kind = 'security', url = `https://acme.example/${kind}`): DocumentContext {
  return { url, kind, vendor: { name: 'Acme', domain: 'acme.example', aliases: ['Acme Cloud'] } }
}

export function extractHtml(html: string, kind = 'security'): Extraction {
  return extractClaims(readMarkup(html, 'text/html'), acme(kind))
}

/** The state of one standard in a text; '' if the text says nothing about it. */
export function stateOf(text: string, standard: string): string {
  const html = text.startsWith('<') ? text : `<p>${text.replaceAll('&', '&amp;')}</p>`
  return extractHtml(html).claims.find(({ details }) => details.standard === standard)?.state ?? ''
}
