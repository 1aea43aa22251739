// Reads one document as text or HTML, with the cited place highlighted.
import type { DocumentDetail } from '@veritrace/contract/casework/documents'
import { notFound } from '@veritrace/platform/errors'
import type { Casework } from '../deps.ts'
import type { Scope } from '../model/space.ts'
import { markHtml, preformatted } from './mark-html.ts'
import { mentionsIn } from './mentions.ts'
import { visibleTo } from './search-passages.ts'
import { findDocument } from './store.ts'
import type { Section } from './tables.ts'
import { viewHead } from './view.ts'

interface Wanted {
  format: 'text' | 'html'
  highlight?: string
}

export async function getDocument(
  deps: Pick<Casework, 'db' | 'corpusSpace' | 'packs'>,
  scope: Scope,
  id: string,
  { format, highlight: wanted }: Wanted,
): Promise<DocumentDetail> {
  const visible = visibleTo(deps, scope)
  const row = (await findDocument(deps.db, visible, id)) ?? notFound('document', id)
  const { text, html, sections } = row
  const place = text !== null && wanted ? placeIn(text, sections, wanted) : undefined
  return {
    ...viewHead(row, visible.own),
    sections,
    text: format === 'text' ? text : null,
    html: format === 'html' && text !== null ? pageOf(text, html, place) : null,
    reason: text === null ? 'license' : null,
    highlight: place && text !== null ? { ...place, text: text.slice(place.start, place.end) } : null,
    mentions: await mentionsIn(deps, scope, row),
  }
}

interface Place {
  start: number
  end: number
}

/** Undefined for a place outside the text. */
function placeIn(text: string, sections: readonly Section[], wanted: string): Place | undefined {
  const section = sections.find(({ id }) => id === wanted)
  const [start, end] = section ? [section.start, section.end] : wanted.split(',').map(Number)
  return start !== undefined && end !== undefined && start < end && end <= text.length ? { start, end } : undefined
}

function pageOf(text: string, html: string | null, place: Place | undefined): string {
  if (html === null) return preformatted(text, place)
  return place ? markHtml(html, text, place.start, place.end) : html
}
