// A document as the rules for lists of suppliers see it, and what the short texts in it mean: headings, heads of columns, labels.

import type { Reading } from '../clauses/reading.ts'
import { Hits } from '../cues/hits.ts'
import { holds, holdsAnywhere } from '../cues/lexicons.ts'
import { type Cue, LANGUAGES, type Language } from '../cues/names.ts'
import { matchable } from '../read/characters.ts'
import { Remembered } from '../remember.ts'
import type { Block, DocumentContext, ReadDocument, Span } from '../types.ts'

const ROLES = ['date', 'safeguard', 'seat', 'location', 'link', 'purpose', 'name', 'data', 'use'] as const
export type Role = (typeof ROLES)[number]

/** Words that heads and labels are made of. */
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
  private readonly asked = new Map<Language | 'any', Remembered<Cue, boolean>>()

  constructor(document: ReadDocument, context: DocumentContext, reading: Reading) {
    this.document = document
    this.context = context
    this.reading = reading
    this.own = reading.own
    this.language = commonest(reading)
    this.site = context.vendor.domain.toLowerCase()
  }

  /** A cheap look: most pages do not speak of suppliers at all. */
  get maySpeak(): boolean {
    const { title, blocks } = this.document
    if (/sub-?processor|^dpa$/.test(this.context.kind)) return true
    if (ABOUT.some((cue) => this.hasAnywhere(title, cue))) return true
    // The menu of every page leads to the list.
    return blocks.some((block) => !block.footer && !isLink(block) && ABOUT.some((cue) => this.maySay(block, cue)))
  }

  /** The page is there for the list. */
  get isList(): boolean {
    return /sub-?processor/.test(this.context.kind)
  }

  /** A short block says little of what it is written in. */
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

  /** In the language of the page, or in English: pages in all languages have English headings. */
  has(text: string, cue: Cue): boolean {
    const { language } = this
    return this.hasIn(text, cue, language) || (language !== 'en' && this.hasIn(text, cue, 'en'))
  }

  /** In any language: small pages say little of what they are written in. */
  hasAnywhere(text: string, cue: Cue): boolean {
    return text !== '' && this.askedOf('any').get(cue, text, () => holdsAnywhere(matchable(text), cue))
  }

  private hasIn(text: string, cue: Cue, language: Language): boolean {
    return text !== '' && this.askedOf(language).get(cue, text, () => holds(matchable(text), cue, language))
  }

  /** Pages ask the same of the same headings for every block. */
  private askedOf(language: Language | 'any'): Remembered<Cue, boolean> {
    let asked = this.asked.get(language)
    if (!asked) {
      asked = new Remembered()
      this.asked.set(language, asked)
    }
    return asked
  }

  /** The same of a block, which has been scanned. */
  says(block: Block, cue: Cue): boolean {
    const scanned = this.reading.scan(block)
    return scanned ? scanned.hits.has(cue) : this.has(block.text, cue)
  }

  /** To another company's site. */
  leadsAway({ kind, href }: Span): boolean {
    if (kind !== 'link' || !/^https?:/.test(href)) return false
    const host = hostOf(href)
    return host !== '' && host !== this.site && !host.endsWith(`.${this.site}`)
  }

  namesStandard(text: string): boolean {
    return this.reading.scanBeside(text, this.language).mentions.length > 0
  }

  /** How much of a short text consists of words that mean such things. */
  share(text: string, cues: readonly Cue[]): number {
    const most = (language: Language): number => shareOf(this.hitsIn(text, language), text, cues)
    return Math.max(most(this.language), this.language === 'en' ? 0 : most('en'))
  }

  /** What a head of a column or a label speaks of; most of it must be known words. */
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

/** The first kind that is there decides: "Entity location" is a place; but "Name and address" is a name. */
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
