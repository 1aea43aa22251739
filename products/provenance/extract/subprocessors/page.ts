// A document as the rules for supplier lists see it, and the meaning of its short texts: headings, column headers, labels.

import type { Reading } from '../clauses/reading.ts'
import { Hits } from '../cues/hits.ts'
import { holds, holdsAnywhere } from '../cues/lexicons.ts'
import { type Cue, LANGUAGES, type Language } from '../cues/names.ts'
import { Memo } from '../memo.ts'
import { matchable } from '../read/characters.ts'
import type { Block, DocumentContext, ReadDocument, Span } from '../types.ts'

const ROLES = ['date', 'safeguard', 'seat', 'location', 'link', 'purpose', 'name', 'data', 'use'] as const
export type Role = (typeof ROLES)[number]

/** Words that headers and labels consist of. */
const KNOWN: readonly Cue[] = [
  'label',
  'preposition',
  'break',
  'own',
  'relative',
  'task',
  'stored',
  'processed',
  'data_thing',
  'site',
]
const ABOUT: readonly Cue[] = ['subprocessor', 'suppliers']
const SHORT = 100
const NONE = new Hits()
const LETTERS = /[\p{L}\p{N}]/gu
export const lettersIn = (text: string): number => text.match(LETTERS)?.length ?? 0

export class Page {
  readonly document: ReadDocument
  readonly context: DocumentContext
  readonly own: readonly string[]
  readonly language: Language
  private readonly reading: Reading
  private readonly site: string
  private readonly asked = new Map<Language | 'any', Memo<Cue, boolean>>()

  constructor(document: ReadDocument, context: DocumentContext, reading: Reading) {
    this.document = document
    this.context = context
    this.reading = reading
    this.own = reading.own
    this.language = commonest(reading)
    this.site = context.vendor.domain.toLowerCase()
  }

  /** A quick test: most pages do not mention suppliers at all. */
  get maySpeak(): boolean {
    const { title, blocks } = this.document
    if (/sub-?processor|^dpa$/.test(this.context.kind)) return true
    if (ABOUT.some((cue) => this.hasAnywhere(title, cue))) return true
    // Footers are skipped: they link to the list on every page.
    return blocks.some((block) => !block.footer && !isLink(block) && ABOUT.some((cue) => this.maySay(block, cue)))
  }

  /** Whether the page is a list of subprocessors. */
  get isList(): boolean {
    return /sub-?processor/.test(this.context.kind)
  }

  /** The language of a short block is uncertain, so it is checked in all languages. */
  private maySay(block: Block, cue: Cue): boolean {
    return this.says(block, cue) || (block.text.length < SHORT && this.hasAnywhere(block.text, cue))
  }

  get blocks(): readonly Block[] {
    return this.document.blocks
  }

  hitsOf(block: Block): Hits {
    return this.reading.scan(block)?.hits ?? NONE
  }

  languageOf(block: Block): Language {
    return this.reading.languageOf(block) ?? this.language
  }

  hitsIn(text: string, language: Language): Hits {
    return text === '' ? NONE : this.reading.scanBeside(text, language).hits
  }

  /** Checks the page's language and English, because pages in all languages have English headings. */
  has(text: string, cue: Cue): boolean {
    const { language } = this
    return this.hasIn(text, cue, language) || (language !== 'en' && this.hasIn(text, cue, 'en'))
  }

  /** Checks all languages, because the language of a short text is uncertain. */
  hasAnywhere(text: string, cue: Cue): boolean {
    return text !== '' && this.askedOf('any').get(cue, text, () => holdsAnywhere(matchable(text), cue))
  }

  private hasIn(text: string, cue: Cue, language: Language): boolean {
    return text !== '' && this.askedOf(language).get(cue, text, () => holds(matchable(text), cue, language))
  }

  /** A cache: the same headings are checked for every block. */
  private askedOf(language: Language | 'any'): Memo<Cue, boolean> {
    let asked = this.asked.get(language)
    if (!asked) {
      asked = new Memo()
      this.asked.set(language, asked)
    }
    return asked
  }

  /** The same for a block, which is already scanned. */
  says(block: Block, cue: Cue): boolean {
    const scanned = this.reading.scan(block)
    return scanned ? scanned.hits.has(cue) : this.has(block.text, cue)
  }

  /** Whether a link leads to another company's site. */
  leadsAway({ kind, href }: Span): boolean {
    if (kind !== 'link' || !/^https?:/.test(href)) return false
    const host = hostOf(href)
    return host !== '' && host !== this.site && !host.endsWith(`.${this.site}`)
  }

  namesStandard(text: string): boolean {
    return this.reading.scanBeside(text, this.language).mentions.length > 0
  }

  /** The share of a short text covered by these cues. */
  share(text: string, cues: readonly Cue[]): number {
    const most = (language: Language): number => shareOf(this.hitsIn(text, language), text, cues)
    return Math.max(most(this.language), this.language === 'en' ? 0 : most('en'))
  }

  /** The role of a column header or label. Most of its words must be known. */
  roleOf(text: string, least: number, known = KNOWN): Role | undefined {
    if (!this.hasAnywhere(text, 'label')) return undefined
    for (const language of this.languages()) {
      if (!this.hasIn(text, 'label', language)) continue
      const hits = this.hitsIn(text, language)
      if (shareOf(hits, text, known) >= least) return roleAmong(hits, text)
    }
    return undefined
  }

  private *languages(): Generator<Language> {
    yield this.language
    if (this.language !== 'en') yield 'en'
    for (const language of LANGUAGES) if (language !== this.language && language !== 'en') yield language
  }
}

export const hostOf = (href: string): string => URL.parse(href)?.hostname.replace(/^www\./, '') ?? ''

const isLink = ({ kind, start, end, spans }: Block): boolean =>
  kind !== 'heading' && spans.some((span) => span.kind === 'link' && span.start <= start + 1 && span.end >= end - 1)

const JOINS = /^\s*(?:[,/&、・]|,?\s*(?:and|und|et|y|e|en|及び|および|と)\s*|\s&\s)\s*$/u

/** The first role found decides: "Entity location" is a place. But "Name and address" is a name. */
function roleAmong(hits: Hits, text: string): Role | undefined {
  const labels = hits.all('label')
  const [first, second] = labels
  const isBoth =
    first?.value === 'name' && second?.value === 'location' && JOINS.test(text.slice(first.end, second.start))
  if (isBoth) return 'name'
  return ROLES.find((role) => labels.some(({ value }) => value === role))
}

function shareOf(hits: Hits, text: string, cues: readonly Cue[]): number {
  const all = lettersIn(text)
  if (all === 0) return 0
  const covered = new Uint8Array(text.length)
  for (const cue of cues) for (const { start, end } of hits.all(cue)) covered.fill(1, start, end)
  let letters = 0
  for (const match of text.matchAll(LETTERS)) letters += covered[match.index] as number
  return letters / all
}

function commonest(reading: Reading): Language {
  const counts = new Map<Language, number>()
  for (const block of reading.blocks) {
    const language = reading.languageOf(block)
    if (language) counts.set(language, (counts.get(language) ?? 0) + block.text.length)
  }
  return [...counts].sort((one, other) => other[1] - one[1])[0]?.[0] ?? 'en'
}
