// A document as rules see it: blocks with their languages, cues and clauses, each computed once.

import type { Hits } from '../cues/hits.ts'
import { holds, lexiconOf } from '../cues/lexicons.ts'
import type { Cue, Language } from '../cues/names.ts'
import { Memo } from '../memo.ts'
import { matchable } from '../read/characters.ts'
import { AGREEMENT, type Mention, mayName, mentionsOf } from '../standards/mentions.ts'
import type { Block, ReadDocument } from '../types.ts'
import type { Clause } from './clause.ts'
import { clausesIn } from './clauses.ts'
import type { Scanned } from './scanned.ts'
import { type Range, sentencesIn } from './sentences.ts'

export class Reading {
  readonly text: string
  readonly view: string
  readonly blocks: readonly Block[]
  /** Names of the vendor, normalized for matching. */
  readonly own: readonly string[]
  private readonly languages: ReadonlyMap<Block, Language | undefined>
  private readonly scanned = new Map<Block, Scanned | undefined>()
  private readonly clauses = new Map<Block, readonly Clause[]>()
  private readonly beside = new Memo<Language, Scanned>()
  private readonly naming = new Memo<Language, boolean>()

  constructor(
    document: Pick<ReadDocument, 'text' | 'view'>,
    blocks: readonly Block[],
    own: readonly string[],
    languages: ReadonlyMap<Block, Language | undefined>,
  ) {
    this.text = document.text
    this.view = document.view
    this.blocks = blocks
    this.own = own
    this.languages = languages
  }

  /** Undefined if the language is not supported. */
  languageOf(block: Block): Language | undefined {
    return this.languages.get(block)
  }

  /** Undefined if the block's language is not supported. Offsets refer to the document. */
  scan(block: Block): Scanned | undefined {
    if (!this.scanned.has(block)) this.scanned.set(block, this.computeScan(block))
    return this.scanned.get(block)
  }

  private computeScan(block: Block): Scanned | undefined {
    const language = this.languages.get(block)
    if (!language) return undefined
    const { text, view, own } = this
    const { start, end } = block
    const isMeant = (cue: Cue, from: number, to: number): boolean => !isLookAlike(text, cue, from, to)
    const hits = lexiconOf(language).scan(view, start, end, isMeant)
    return { text, view, own, language, hits, mentions: mentionsAt(view.slice(start, end), start, hits) }
  }

  /** Scans a heading, a lead or a question. Offsets refer to that text. */
  scanBeside(text: string, language: Language): Scanned {
    return this.beside.get(language, text, () => {
      const view = matchable(text)
      const hits = lexiconOf(language).scan(view)
      return { text, view, own: this.own, language, hits, mentions: mentionsAt(view, 0, hits) }
    })
  }

  /** Whether the block names a standard or an agreement. */
  names(block: Block): boolean {
    return (this.scan(block)?.mentions.length ?? 0) > 0
  }

  /** A cheap check on text around a block. Cached, because many blocks share it. */
  mayNameBeside(text: string, block: Block): boolean {
    const language = this.languages.get(block)
    if (!language || text === '') return false
    return this.naming.get(language, text, () => names(matchable(text), language))
  }

  clausesOf(block: Block): readonly Clause[] {
    let clauses = this.clauses.get(block)
    if (!clauses) {
      const scanned = this.scan(block)
      clauses = scanned ? clausesIn(scanned, block, this.sentencesOf(block)) : []
      this.clauses.set(block, clauses)
    }
    return clauses
  }

  /** The clauses of a heading or a lead. */
  clausesBeside(beside: Scanned, block: Block): readonly Clause[] {
    return clausesIn(beside, block, sentencesIn(beside.text, 0, beside.text.length))
  }

  /** Each cell of a row is a sentence: joined, they would get wrong subjects. */
  sentencesOf({ kind, cells, start, end }: Block): Range[] {
    const full = kind === 'row' && cells.length > 1 ? cells.filter(({ text }) => text.trim() !== '') : []
    if (full.length === 0) return sentencesIn(this.text, start, end)
    return full.flatMap((cell) => sentencesIn(this.text, cell.start, cell.end))
  }
}

const names = (view: string, language: Language): boolean => mayName(view) || holds(view, 'agreement', language)

/** Standards by name, and agreements by their name in the language of the text. */
function mentionsAt(view: string, offset: number, hits: Hits): Mention[] {
  const named = mentionsOf(view).map((mention) => ({
    ...mention,
    start: mention.start + offset,
    end: mention.end + offset,
  }))
  const agreements = hits
    .all('agreement')
    .filter(({ start, end }) => !named.some((mention) => mention.start < end && start < mention.end))
    .map(({ start, end }): Mention => ({ ...AGREEMENT, start, end }))
  return agreements.length === 0 ? named : [...named, ...agreements].sort((one, other) => one.start - other.start)
}

/** Words that only look like a cue: "IS" in "certificate IS 774534", "May" in "in May", "US" in "in the US". */
function isLookAlike(text: string, cue: Cue, start: number, end: number): boolean {
  if (cue === 'possibility') return isMonth(text, start, end)
  if (end - start !== 2) return false
  if (cue === 'own') return text.slice(start, end) === 'US'
  return cue === 'verb' && text.slice(start, end) === 'IS' && /^\s\d/.test(text.slice(end, end + 2))
}

const isMonth = (text: string, start: number, end: number): boolean =>
  text.slice(start, end) === 'May' && /[\p{L}\d,]\s$/u.test(text.slice(Math.max(0, start - 2), start))
