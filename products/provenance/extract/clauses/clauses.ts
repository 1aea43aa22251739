// Splits sentences into clauses. A clause without a subject inherits that of the previous clause.
import type { Block } from '../types.ts'
import { amountsIn } from './amounts.ts'
import type { Clause } from './clause.ts'
import { antecedentOf, holderOf, isApposition } from './holder.ts'
import { modalityOf, negationIn } from './mood.ts'
import { opensWith, piecesIn } from './pieces.ts'
import { mentionsWithin, namesVendor, type Scanned } from './scanned.ts'
import type { Range } from './sentences.ts'
import { headOf, subjectOf } from './subject.ts'

export function clausesIn(scanned: Scanned, block: Block, sentences: readonly Range[]): Clause[] {
  const clauses: Clause[] = []
  for (const sentence of sentences) {
    let before: Clause | undefined
    for (const piece of piecesIn(scanned, sentence)) {
      before = clauseOf(scanned, { block, index: clauses.length, sentence, piece, before })
      clauses.push(before)
    }
  }
  return clauses
}

interface Place {
  block: Block
  index: number
  sentence: Range
  piece: Range
  before: Clause | undefined
}

function clauseOf(scanned: Scanned, { block, index, sentence, piece, before }: Place): Clause {
  const { view, hits, language } = scanned
  const subject = subjectOf(scanned, piece)
  const isRelated = before !== undefined && isRelative(scanned, piece, subject)
  const named = isRelated ? antecedentOf(scanned, before) : holderOf(scanned, headOf(scanned, subject), piece)
  // "and also holds": a second verb inherits the subject of the first.
  const taken = !named && !isRelated && isBare(view.slice(subject.start, subject.end)) ? before : undefined
  const holder = named ?? taken?.holder ?? 'nobody'
  return {
    ...{ ...piece, block, index, sentence, language, hits, holder },
    subject: taken && subject.end === subject.start ? taken.subject : subject,
    namesHolder: named !== undefined,
    modality: modalityOf(scanned, { ...piece, sentence, holder }, before),
    negatedAt: negationIn(scanned, piece),
    amounts: amountsIn(scanned, piece, sentence),
    namesVendor: namesVendor(scanned, piece.start, piece.end),
    isApposition: isApposition(scanned, piece),
    mentions: mentionsWithin(scanned, piece.start, piece.end),
  }
}

function isRelative(scanned: Scanned, piece: Range, subject: Range): boolean {
  if (!opensWith('relative', piece, scanned.hits)) return false
  const named = mentionsWithin(scanned, subject.start, subject.end).reduce(
    (sum, { start, end }) => sum + end - start,
    0,
  )
  const words = scanned.view.slice(subject.start, subject.end).trim().split(/\s+/).length
  return named > 0 ? subject.end - subject.start - named < 8 : words < 2
}

const CONJUNCTION = /^[\s,]*(?:and|und|et|y|e|ed|en|or|but|sowie|とともに)(?!\p{L})/u

/** "and also" names no one new; "and services that" does. */
function isBare(subject: string): boolean {
  const words = subject.replace(CONJUNCTION, '').match(/\p{L}+/gu) ?? []
  return words.every((word) => word.endsWith('ly')) || words.join('').length < 8
}
