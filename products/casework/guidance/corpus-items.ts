// Passages of the corpus and of the workspace's own documents that cover the question well enough to count as guidance,
// quoted exactly and with their license.
import type { Guidance } from '@veritrace/contract/casework/guidance'
import { iso } from '@veritrace/platform/clock'
import { PACK_GUIDANCE } from '../corpus/ensure-pack-guidance.ts'
import type { Casework } from '../deps.ts'
import { citePassage, licenseLine } from '../documents/cite.ts'
import type { About } from '../documents/match-guidance.ts'
import { type Passage, searchPassages } from '../documents/search-passages.ts'
import type { Scope } from '../model/space.ts'
import type { Pack } from '../packs/pack.ts'

/** The minimum share of the query terms, by weight. */
const MIN_COVERAGE = 0.6
const MAX_PASSAGES = 5

export async function corpusItems(
  deps: Pick<Casework, 'db' | 'corpusSpace'>,
  scope: Scope,
  pack: Pack,
  about: About,
): Promise<Guidance[]> {
  const q = about.q ?? about.name ?? actionTitle(pack, about)
  if (!q) return []
  const query = { q, packId: pack.ref.id, limit: MAX_PASSAGES, exceptSource: PACK_GUIDANCE }
  // All of a workspace's own documents count; of the shared corpus, only guidance documents do.
  const own = relevant(await searchPassages(deps, scope, { ...query, onlyOwn: true }))
  const known = new Set(own.map(idOf))
  const shared = relevant(await searchPassages(deps, scope, { ...query, kind: 'guidance' }))
  return [
    ...own.map((passage) => viewPassage(pack, passage, q, 'tenant')),
    ...shared.filter((passage) => !known.has(idOf(passage))).map((passage) => viewPassage(pack, passage, q, 'corpus')),
  ]
}

const relevant = (passages: readonly Passage[]): Passage[] =>
  passages.filter(({ coverage }) => coverage >= MIN_COVERAGE)
const idOf = ({ document_id, start, end }: Passage): string => `${document_id}:${start}-${end}`

const actionTitle = ({ actions }: Pack, about: About): string | undefined =>
  actions.find(({ id }) => id === about.actions?.[0])?.title

function viewPassage(pack: Pack, passage: Passage, q: string, origin: 'tenant' | 'corpus'): Guidance {
  const { title, section, coverage } = passage
  const confidence = Math.round(coverage * 100) / 100
  return {
    id: idOf(passage),
    pack: pack.ref.id,
    title: section && section !== title ? `${title} › ${section}` : title,
    summary_md: `${quoted(passage.text)}\n\n${escaped(title)}, ${escaped(licenseLine(passage))}`,
    applies_when: section || title,
    matched_because: `The passage covers ${Math.round(coverage * 100)}% of the terms in “${q}”, by weight.`,
    strength: 'consider',
    audience: ['architect', 'developer'],
    origin,
    citations: [citePassage(1, passage, confidence)],
    confidence,
    score: passage.score,
    reviewed_at: iso(passage.as_of),
  }
}

const quoted = (text: string): string => escaped(text).replace(/^/gm, '> ')
/** Escapes Markdown so that the text is shown unchanged. */
const escaped = (text: string): string => text.replace(/[\\`*_{}[\]<>#|~]/g, '\\$&')
