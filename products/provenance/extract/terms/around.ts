// A clause with its context: its sentence, its block, the lead of the block, and the previous block.
import type { Clause, Holder } from '../clauses/clause.ts'
import type { Reading } from '../clauses/reading.ts'
import type { Scanned } from '../clauses/scanned.ts'
import type { Cue, Language } from '../cues/names.ts'
import { matchable } from '../read/characters.ts'
import type { Block } from '../types.ts'

/** Distance of a cue: 0 in the clause, 1 its sentence, 2 its block, 3 the lead, 4 the previous block. */
export type Distance = 0 | 1 | 2 | 3 | 4
const HEADINGS = 2
/** "Le avisaremos", "nous vous informons": the verb contains the speaker, and the customer comes before it. */
const SPEAKS: Partial<Record<Language, RegExp>> = {
  fr: /(?:^|\P{L})nous (?:vous|le|la|les|lui|leur|en) /u,
  es: /\p{L}{2}(?:amos|emos|imos)(?!\p{L})/u,
  pt: /\p{L}{2}(?:amos|emos|imos)(?!\p{L})/u,
  it: /\p{L}{2}(?:iamo|eremo|iremo)(?!\p{L})/u,
}

/** What rules know about the page, and about the blocks next to the clause. */
export interface Page {
  isAgreement: boolean
  isServiceLevel: boolean
  before: Block | undefined
  next: Block | undefined
}

export class Around {
  readonly clause: Clause
  readonly reading: Reading
  readonly page: Page
  private lines: readonly Scanned[] | undefined

  constructor(clause: Clause, reading: Reading, page: Page) {
    this.clause = clause
    this.reading = reading
    this.page = page
  }

  /** Headings, lead and question. Computed on demand, because rarely needed. */
  private get above(): readonly Scanned[] {
    const { path, lead, question, kind } = this.clause.block
    this.lines ??= [...path.slice(-HEADINGS), kind === 'item' || kind === 'row' ? lead : '', question]
      .filter((text) => text !== '')
      .map((text) => this.reading.scanBeside(text, this.clause.language))
    return this.lines
  }

  has(cue: Cue, from = this.clause.start, to = this.clause.end): boolean {
    return this.clause.hits.has(cue, from, to)
  }

  inSentence(cue: Cue): boolean {
    return this.has(cue, this.clause.sentence.start, this.clause.sentence.end)
  }

  isAbove(cue: Cue): boolean {
    return this.above.some(({ hits }) => hits.has(cue))
  }

  /** Undefined if the cue is not in the context. */
  far(cue: Cue): Distance | undefined {
    const { start, end } = this.clause.block
    if (this.has(cue)) return 0
    if (this.inSentence(cue)) return 1
    if (this.has(cue, start, end)) return 2
    if (this.isAbove(cue)) return 3
    const { before } = this.page
    const isBefore = before && before.kind !== 'heading' && this.reading.scan(before)?.hits.has(cue)
    return isBefore ? 4 : undefined
  }

  /** Whether this cue is nearer than all the others. */
  isAbout(cue: Cue, ...others: readonly Cue[]): boolean {
    const far = this.far(cue)
    if (far === undefined) return false
    return others.every((other) => (this.far(other) ?? Number.POSITIVE_INFINITY) > far)
  }

  near(cue: Cue, { start, end }: { start: number; end: number }, reach: number): boolean {
    const { sentence } = this.clause
    return this.has(cue, Math.max(sentence.start, start - reach), Math.min(sentence.end, end + reach))
  }

  /** "Within 30 days of termination, Acme will:" leaves the verb to the list below. */
  isOpen(): boolean {
    return this.view.trimEnd().endsWith(':')
  }

  isNext(cue: Cue): boolean {
    const { next } = this.page
    return next !== undefined && this.reading.scan(next)?.hits.has(cue) === true
  }

  /** Whether the block or its lead names the vendor. */
  namesVendorNear(): boolean {
    const { start, end, lead } = this.clause.block
    const said = `${matchable(lead)} ${this.reading.view.slice(start, end)}`
    return this.reading.own.some((name) => said.includes(name))
  }

  isLead(cue: Cue): boolean {
    const { lead } = this.clause.block
    return lead !== '' && this.reading.scanBeside(lead, this.clause.language).hits.has(cue)
  }

  /** Japanese puts the negation at the end; the other languages put it before the negated word. */
  isDenied(at: number): boolean {
    const { negatedAt, language } = this.clause
    return negatedAt >= 0 && (language === 'ja' || negatedAt < at)
  }

  /** The clauses of the lead, which say who has the duty in the list. */
  leadClauses(): readonly Clause[] {
    const { block, language } = this.clause
    if (block.kind !== 'item' || block.lead === '') return []
    return this.reading.clausesBeside(this.reading.scanBeside(block.lead, language), block)
  }

  /** Who acts. In "Customer Data is deleted" the customer does nothing, and in "Customer is notified" it only receives. */
  get actor(): Holder {
    const { holder, subject } = this.clause
    if (SPEAKS[this.clause.language]?.test(this.view) || (holder === 'nobody' && this.opensWithOwn())) return 'vendor'
    const names = (cue: Cue): boolean => this.has(cue, subject.start, subject.end)
    if (holder === 'other' && this.page.isAgreement && names('party') && !names('subprocessor')) return 'vendor'
    const isPassive = holder !== 'vendor' && (names('thing') || names('their_data') || this.has('is_told'))
    return isPassive ? 'nobody' : holder
  }

  /** "Wir versehen …": the verb is unknown, but the speaker is clear. */
  private opensWithOwn(): boolean {
    const own = this.clause.hits.first('own', this.clause.start, this.clause.end)
    return own !== undefined && own.start <= this.clause.start + 2 && !this.has('thing', own.end, own.end + 20)
  }

  get view(): string {
    return this.reading.view.slice(this.clause.start, this.clause.end)
  }
}
