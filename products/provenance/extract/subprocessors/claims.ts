// The subprocessors a document lists, with purpose and place; and the gap when the list is kept elsewhere.
import type { Finding } from '../claim.ts'
import { matchable } from '../read/characters.ts'
import type { AssertionState, DocumentContext, ReadDocument, Span } from '../types.ts'
import { entriesInCards } from './cards.ts'
import { type Entry, mergeEntries } from './entry.ts'
import { entriesInLists } from './lists.ts'
import { entriesInProse } from './prose.ts'
import { type Standing, speaksOfSubprocessors } from './relevance.ts'
import { entriesInTables } from './tables.ts'

const PAGED = /\b\d+\s*[-–]\s*\d+\s+of\s+\d+\b|\bshowing \d+\b|\bpage \d+ of \d+\b|\bload more\b/
const UNLISTED = /\bdo(?:es)? not appear on this list\b|\bnot (?:an )?exhaustive\b|\bmay also (?:use|engage)\b/

const STATE: Readonly<Record<Standing, AssertionState>> = {
  third_party: 'affirmed',
  affiliate: 'affirmed',
  former: 'expired',
  planned: 'in_progress',
}
const BASE = 0.9

export interface SubprocessorResult {
  findings: Finding[]
  warnings: string[]
  gaps: string[]
}

export function subprocessorFindings(
  document: ReadDocument,
  context: DocumentContext,
  own: readonly string[],
): SubprocessorResult {
  const listed = [...entriesInTables(document, context, own), ...entriesInLists(document, context)]
  const carded = listed.length > 0 ? listed : entriesInCards(document, context)
  const entries = carded.length > 0 ? carded : entriesInProse(document, context, own)
  const { view } = document
  const complete = !PAGED.test(view)
  const incomplete = entries.length > 0 && (!complete || UNLISTED.test(view))
  return {
    findings: mergeEntries(entries).map((entry) => findingOf(entry, complete)),
    warnings: incomplete ? ['subprocessor_list_incomplete'] : [],
    gaps: entries.length === 0 ? elsewhere(document) : [],
  }
}

function findingOf(entry: Entry, complete: boolean): Finding {
  const { named, purpose, location, standing } = entry
  const details = {
    group: standing === 'affiliate' ? 'affiliate' : 'third_party',
    ...(purpose && { purpose }),
    ...(location && { location }),
    ...(entry.corporateLocation && { corporate_location: entry.corporateLocation }),
    ...(entry.data && { data: entry.data }),
    ...(entry.safeguard && { safeguard: entry.safeguard }),
    ...websiteOf(entry),
    ...(named.aliases.length > 0 && { aliases: named.aliases }),
    ...(named.note && { note: named.note }),
    ...(!complete && { list_complete: false }),
  }
  return {
    category: 'subprocessor',
    predicate: standing === 'affiliate' ? 'uses_affiliate' : 'uses_subprocessor',
    value: named.name,
    state: STATE[standing],
    text: `${named.name}${purpose ? `: ${purpose}` : ''}${location ? ` (${location})` : ''}`,
    block: entry.block,
    start: entry.start,
    end: entry.end,
    rule: entry.rule,
    base: entry.rule.endsWith('prose') ? 0.6 : BASE,
    details,
  }
}

/** The address behind the name, or one that is written out beside it; not that of a policy. */
function websiteOf({ block, start, end, named }: Entry): { website?: string } {
  const links = block.spans.filter(
    (span) => span.kind === 'link' && /^https?:/.test(span.href) && span.start >= start && span.end <= end,
  )
  const textOf = (span: Span): string => block.text.slice(span.start - block.start, span.end - block.start).trim()
  const behind = links.find((span) => textOf(span) !== '' && named.name.includes(textOf(span)))
  const written = links.find((span) => /^(?:https?:\/\/)?[\w-]+(?:\.[\w-]+)+\/?$/.test(textOf(span)))
  const link = behind ?? written
  return link ? { website: link.href } : {}
}

function elsewhere(document: ReadDocument): string[] {
  const linked = document.blocks.flatMap((block) =>
    block.spans.filter(
      (span) =>
        span.kind === 'link' &&
        speaksOfSubprocessors(matchable(`${document.text.slice(span.start, span.end)} ${span.href}`)),
    ),
  )
  const href = linked[0]?.href
  return href ? [`subprocessor_list_elsewhere:${href}`] : []
}
