// Subprocessors from list items, definition lists and cards: "Name – purpose (country)", a bold name, a label per line.

import { cutText } from '@veritrace/platform/text'
import { placesIn } from '../language/places.ts'
import { matchable } from '../read/characters.ts'
import type { Block, DocumentContext, ReadDocument } from '../types.ts'
import type { Entry } from './entry.ts'
import { type Named, namedIn, namedInText } from './names.ts'
import { placeOf } from './relevance.ts'

const LABEL =
  /^(?:(?:processing )?purposes?|locations?|countr(?:y|ies)|services?|functions?|data(?: processed| categories)?|website|address|regions?|roles?|use|description|entity|safeguards?|transfer mechanism|hosting location|nature of processing)\b[^:\n]{0,30}:\s*/i
const NAME_END =
  /\s+[–—-]\s+|\s*[:|]\s|\s\((?!aka|d\/b\/a|dba|formerly)|(?<!\b(?:Inc|Ltd|Corp|Co|LLC|S\.A|B\.V|L\.P|S\.r\.o))\.\s|\.$|,\s(?!Inc|LLC|Ltd|Corp|L\.?P|GmbH|S\.|B\.?V|Limited|Co\b|PBC|SAS|AB|Pty|PLC|Pte|A\/S|LP)|\s+(?:for|is|are|provides?|to|which|who|used|we)\s|\n|$/
const LEAST_SHARE = 0.6
const MOST_LABELS = 8
const LONGEST_ITEM = 600
const LONGEST_PURPOSE = 300

export function entriesInLists(document: ReadDocument, context: DocumentContext): Entry[] {
  const runs = runsOf(document.blocks)
  return runs.flatMap((run) => entriesInRun(run, document, context))
}

function entriesInRun(run: readonly Block[], document: ReadDocument, context: DocumentContext): Entry[] {
  const [first] = run
  if (!first) return []
  const { relevant, standing } = placeOf(first, document, context)
  if (!relevant) return []
  let heads = 0
  const found = run.flatMap((block, index) => {
    if (LABEL.test(block.text)) return []
    heads++
    const entry = entryOf(block, run[index + 1])
    return entry ? [withLabels({ ...entry, standing }, run, index)] : []
  })
  if (found.length < heads * LEAST_SHARE) return []
  const inherited = placesIn(matchable(first.lead)).join(', ')
  return found.map((entry) => ({ ...entry, location: entry.location || inherited }))
}

/** Items of one list and of the lists inside it, or terms with their definitions, in a row. */
function runsOf(blocks: readonly Block[]): Block[][] {
  const runs: Block[][] = []
  let open: Block[] | undefined
  for (const block of blocks) {
    const listed = block.kind === 'item' || block.kind === 'term' || block.kind === 'definition'
    if (!listed) open = undefined
    else if (open && open[0]?.lead === block.lead && (open[0].kind === 'item') === (block.kind === 'item'))
      open.push(block)
    else {
      open = [block]
      runs.push(open)
    }
  }
  return runs.map((run) => (run.some(({ kind }) => kind === 'term') ? run.filter(({ kind }) => kind === 'term') : run))
}

type Found = Omit<Entry, 'standing'>

function entryOf(block: Block, next: Block | undefined): Found | undefined {
  const text = cutText(block.text, LONGEST_ITEM)
  const span = block.spans.find((one) => one.start - block.start <= 1 && one.kind !== 'struck' && one.end > one.start)
  const spanText = span ? text.slice(span.start - block.start, span.end - block.start) : ''
  const bySpan = span && spanText.length < 80 && !/[.!?]\s/.test(spanText) ? named(spanText, text.length) : undefined
  const cut = NAME_END.exec(text)?.index ?? text.length
  const byText = bySpan ? undefined : namedInText(text.slice(0, cut))
  const found = bySpan ?? byText
  if (!found) return undefined
  const rest = text.slice(bySpan ? spanText.length : cut).replace(/^[\s–—:|,.()-]+/, '')
  const detail = rest || (block.kind === 'term' && next?.kind === 'definition' ? next.text : '')
  return {
    named: found,
    purpose: purposeOf(detail),
    location: placesIn(matchable(detail)).join(', '),
    corporateLocation: '',
    data: '',
    safeguard: '',
    block,
    start: block.start,
    end: block.end,
    rule: block.kind === 'term' ? 'subprocessor/definition-list' : 'subprocessor/list-item',
  }
}

/** A link or a bold word at the start is a name when it looks like one; a whole linked sentence is not. */
function named(spanText: string, length: number): Named | undefined {
  if (/^(?:see|view|read|learn|click|here|our|the full|full|list|subscribe)\b/i.test(spanText)) return undefined
  const cleaned = spanText.replace(/[\s:–—-]+$/, '')
  return spanText.length >= length ? namedInText(cleaned) : (namedInText(cleaned) ?? shortName(cleaned))
}

function shortName(text: string): Named | undefined {
  return text.split(/\s+/).length <= 2 && /^[a-z]*[A-Z]/.test(text) ? namedIn(text) : undefined
}

function purposeOf(detail: string): string {
  const said = detail
    .replace(/^(?:for|is used for|provides|is an?|used for|to)\s+/i, '')
    .replace(/\s*\([^)]*\)\s*$/, '')
    .split(/\n/)[0]!
    .replace(/[.\s]+$/, '')
  return cutText(said, LONGEST_PURPOSE)
}

/** Lines such as "Location: Germany" under a name belong to it. */
function withLabels(entry: Entry, run: readonly Block[], at: number): Entry {
  const result = { ...entry }
  for (const block of run.slice(at + 1, at + 1 + MOST_LABELS)) {
    const label = LABEL.exec(block.text)?.[0].toLowerCase()
    if (!label) break
    addLabel(result, label, block.text.slice(label.length))
    result.end = block.end
  }
  return result
}

export function addLabel(entry: Entry, label: string, value: string): void {
  if (/locat|countr|region|address/.test(label)) entry.location = value
  else if (/purpose|service|function|use|description|nature|role/.test(label)) entry.purpose ||= value
  else if (/data/.test(label)) entry.data = value
  else if (/safeguard|transfer/.test(label)) entry.safeguard = value
}

export function labelOf(text: string): string {
  return LABEL.exec(text)?.[0].toLowerCase() ?? ''
}
