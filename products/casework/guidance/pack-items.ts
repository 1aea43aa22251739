// Guidance items of the pack, each with its own document as the first citation.
import { createHash } from 'node:crypto'
import type { Guidance } from '@veritrace/contract/casework/guidance'
import type { Citation } from '@veritrace/contract/casework/shapes'
import { cutText } from '@veritrace/platform/text'
import { PACK_GUIDANCE } from '../corpus/ensure-pack-guidance.ts'
import type { Casework } from '../deps.ts'
import { citePassage } from '../documents/cite.ts'
import type { Matched } from '../documents/match-guidance.ts'
import { guidancePath } from '../documents/read/pack-guidance.ts'
import { listDocumentsAt } from '../documents/store.ts'
import type { GuidanceItem, Pack } from '../packs/pack.ts'

type Reading = Pick<Casework, 'db' | 'corpusSpace' | 'packs'>
type Written = Awaited<ReturnType<typeof listDocumentsAt>>[number]

export async function viewPackItems(deps: Reading, pack: Pack, matched: readonly Matched[]): Promise<Guidance[]> {
  const paths = matched.map(({ item }) => guidancePath(item.id))
  const place = { pack_id: pack.ref.id, source_id: PACK_GUIDANCE, paths }
  const written = paths.length > 0 ? await listDocumentsAt(deps.db, deps.corpusSpace, place) : []
  const byPath = new Map(written.map((document) => [document.path, document]))
  const builtIn = deps.packs.builtIn().find(({ ref }) => ref.id === pack.ref.id)
  return matched.map((one) => ({
    ...viewItem(pack, one, byPath.get(guidancePath(one.item.id))),
    origin: isOf(builtIn, one.item) ? ('pack' as const) : ('tenant' as const),
  }))
}

/** In a customized pack, items that differ from the built-in version belong to the workspace. */
const isOf = (builtIn: Pack | undefined, { id, summary_md, steps_md }: GuidanceItem): boolean =>
  builtIn?.guidance.some((one) => one.id === id && one.summary_md === summary_md && one.steps_md === steps_md) ?? false

function viewItem(
  pack: Pack,
  { item, score, because }: Matched,
  written: Written | undefined,
): Omit<Guidance, 'origin'> {
  const { id, title, summary_md, steps_md, applies_when, action_id, strength, audience, examples } = item
  return {
    id,
    pack: pack.ref.id,
    title,
    summary_md,
    ...(steps_md && { steps_md }),
    applies_when,
    matched_because: because,
    ...(action_id && { action_id }),
    strength,
    audience: [...audience],
    citations: citationsOf(item, written),
    ...(examples.length > 0 && { examples: [...examples] }),
    confidence: 1,
    score,
    reviewed_at: item.reviewed_at || null,
  }
}

/** An item of a customized pack may have no document to cite. */
function citationsOf({ title, references, reviewed_at }: GuidanceItem, written: Written | undefined): Citation[] {
  const own = written?.text ? [citeOwn(written, written.text)] : []
  const named = references.map((reference, place): Citation => {
    // Only the title and the address of a reference are known, so the title is the quote.
    const quote = cutText(reference.title, 400)
    return {
      n: own.length + place + 1,
      kind: 'document',
      title: reference.title,
      locator: { type: 'text', value: title },
      quote,
      quote_hash: `sha256:${createHash('sha256').update(quote).digest('hex')}`,
      url: reference.url,
      as_of: momentOf(reviewed_at),
      confidence: 1,
    }
  })
  return [...own, ...named]
}

/** Cites the text after the heading. */
function citeOwn(written: Written, text: string): Citation {
  const start = text.indexOf('\n\n') + 2
  return citePassage(1, {
    document_id: written.id,
    entry_id: written.entry_id,
    evidence_id: null,
    title: written.title,
    section: '',
    text: text.slice(start),
    start,
    url: null,
    license: written.license.spdx,
    attribution: written.license.attribution,
    as_of: written.as_of,
  })
}

const momentOf = (day: string): string | null => (Number.isNaN(Date.parse(day)) ? null : new Date(day).toISOString())
