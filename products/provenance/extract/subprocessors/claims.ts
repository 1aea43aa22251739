// The subprocessors that a document lists, with purpose and place; or a gap if the list is on another page.
import type { Finding } from '../claim.ts'
import type { Reading } from '../clauses/reading.ts'
import type { AssertionState, DocumentContext, ReadDocument, Span } from '../types.ts'
import { entriesInCards } from './cards.ts'
import { entriesInData } from './data.ts'
import { type Entry, mergeEntries } from './entry.ts'
import { entriesInLists } from './lists.ts'
import { isFirm } from './names.ts'
import { entriesOpened } from './opened.ts'
import { Page } from './page.ts'
import { entriesInParagraphs } from './paragraphs.ts'
import { entriesInProse } from './prose.ts'
import type { Standing } from './relevance.ts'
import { entriesInTables } from './tables.ts'
import { isOwn } from './wording.ts'

const PAGED = /\b\d+\s*[-–]\s*\d+\s+of\s+\d+\b|\bshowing \d+\b|\bpage \d+ of \d+\b|\bload more\b/
const UNLISTED =
  /\bdo(?:es)? not appear on this list\b|\bnot (?:an )?exhaustive\b|\bmay also (?:use|engage)\b|\bnicht abschließend|\bnon[- ]exhausti|\bno (?:es )?exhausti|\bnon (?:è )?esausti|\bnão (?:é )?exausti|\bniet[- ]uitputtend|網羅的ではあり/
/** URLs of lists: "/legal/unterauftragsverarbeiter". */
const LISTED =
  /sub-?process|unterauftrag|subunternehmer|subdienstleister|sous-?traitant|sub-?encargad|subprocesador|sub-?responsabil|sub-?verwerker|suboperador|subcontratant/i

const STATE: Readonly<Record<Standing, AssertionState>> = {
  third_party: 'affirmed',
  affiliate: 'affirmed',
  former: 'expired',
  planned: 'in_progress',
}

export interface SubprocessorResult {
  findings: Finding[]
  warnings: string[]
  gaps: string[]
}

export function subprocessorFindings(
  document: ReadDocument,
  context: DocumentContext,
  reading: Reading,
): SubprocessorResult {
  const page = new Page(document, context, reading)
  if (!page.maySpeak) return { findings: [], warnings: [], gaps: [] }
  const entries = entriesIn(page)
  const { view } = document
  const complete = !PAGED.test(view)
  const incomplete = entries.length > 0 && (!complete || UNLISTED.test(view))
  return {
    findings: mergeEntries(entries).map((entry) => findingOf(entry, complete)),
    warnings: incomplete ? ['subprocessor_list_incomplete'] : [],
    gaps: entries.length === 0 ? elsewhere(page) : [],
  }
}

/** Tries cards, lines and sentences only without a table or list, because they are weaker evidence. */
function entriesIn(page: Page): Entry[] {
  if (page.document.data !== null && isJson(page)) return entriesInData(page)
  const listed = [...entriesInTables(page), ...entriesInLists(page).filter((entry) => !isOwnProduct(entry, page))]
  if (listed.length > 0) return listed
  for (const find of [entriesInCards, entriesInTurn, entriesInProse]) {
    const entries = find(page)
    if (entries.length > 0) return entries
  }
  return []
}

/** Paragraphs with a common structure are stronger evidence than names at the start of paragraphs. */
function entriesInTurn(page: Page): Entry[] {
  const regular = entriesInParagraphs(page)
  const opened = entriesOpened(page)
  return opened.length > regular.length ? opened : regular
}

/** True if the whole text is JSON. JSON-LD, in contrast, accompanies a text. */
const isJson = ({ document }: Page): boolean => /^\s*[[{]/.test(document.text)

/** "Acme Cloud" is a product of the vendor; "Acme Ltd" may be an affiliate. */
const isOwnProduct = ({ named, standing }: Entry, page: Page): boolean =>
  standing === 'third_party' && !isFirm(named.name) && isOwn(named.name, page.own)

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
    details,
  }
}

/** The link on the name, or a written-out address next to it. Not a link to a policy. */
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

function elsewhere(page: Page): string[] {
  const linked = page.blocks.flatMap((block) =>
    block.spans.filter(
      ({ kind, start, end, href }) =>
        kind === 'link' && (LISTED.test(href) || page.hitsOf(block).has('subprocessor', start, end)),
    ),
  )
  const href = linked[0]?.href
  return href ? [`subprocessor_list_elsewhere:${href}`] : []
}
