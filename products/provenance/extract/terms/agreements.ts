// What an agreement grants besides periods: audits, modules of the standard clauses, and the governing law.
import { isNegated } from '../clauses/clause.ts'
import type { Hit } from '../cues/hits.ts'
import type { Around } from './around.ts'

const SILENT: ReadonlySet<string> = new Set(['question', 'definition', 'training', 'former', 'advice'])

/** "Customer may audit", "Provider shall allow for audits". */
export function grantsAudit(around: Around): boolean {
  const { clause } = around
  if (SILENT.has(clause.modality) || clause.holder === 'other' || clause.holder === 'employee') return false
  const papers = clause.hits.all('audit_paper', clause.start, clause.end)
  const isPaper = ({ start, end }: Hit): boolean => papers.some((paper) => paper.start < end && start < paper.end)
  const audit = clause.hits.all('audit', clause.start, clause.end).find((hit) => !isPaper(hit))
  if (!audit || around.has('breach') || !isAllowed(around)) return false
  if (around.isDenied(audit.start)) return false
  if (!around.page.isAgreement) return around.actor === 'customer'
  return around.inSentence('customer') || around.isAbove('customer')
}

/** "Customer may, once a year, audit": the modal verb may be in the previous clause. */
function isAllowed(around: Around): boolean {
  const { clause, reading } = around
  if (around.has('allow') || (clause.holder === 'customer' && clause.modality === 'possibility')) return true
  if (clause.holder !== 'nobody') return false
  const before = reading.clausesOf(clause.block)[clause.index - 1]
  return before?.sentence.start === clause.sentence.start && before.modality === 'possibility'
}

const NUMBERS: Readonly<Record<string, string>> = { i: '1', ii: '2', iii: '3', iv: '4' }
const FIGURE = /^([1-4])(?!\d|\.\d)|^(iv|i{1,3})(?!\p{L})/u
/** Text allowed between two module numbers. */
const BETWEEN =
  /^(?:\([^)]{0,60}\)|[\s,/&("')、と]|(?:and|or|und|oder|bzw\.|sowie|et|ou|y|o|u|e|ed|en|of|及び|および|並びに|または)(?![\p{L}]))*/u

export function modulesIn(around: Around): string[] {
  const { clause, reading } = around
  if (isNegated(clause)) return []
  const found: string[] = []
  for (const hit of clause.hits.all('module', clause.start, clause.end)) {
    let at = hit.end
    for (let number = numberAt(around, at); number; number = numberAt(around, at)) {
      found.push(number.value)
      at = number.end
    }
    if (at === hit.end) found.push(...numberBefore(reading.view, hit.start))
  }
  return found
}

function numberAt({ clause, reading }: Around, from: number): { value: string; end: number } | undefined {
  const rest = reading.view.slice(from, Math.min(clause.sentence.end, from + 120))
  const at = from + (BETWEEN.exec(rest)?.[0].length ?? 0)
  const figure = FIGURE.exec(reading.view.slice(at, at + 6))
  if (figure) return { value: figure[1] ?? (NUMBERS[figure[2] ?? ''] as string), end: at + figure[0].length }
  const word = clause.hits.first('number', at, at + 12)
  return word && word.start === at && /^[1-4]$/.test(word.value) ? { value: word.value, end: word.end } : undefined
}

/** "第2モジュール". */
const numberBefore = (view: string, at: number): string[] => {
  const before = /第\s*([1-4])\s*$/.exec(view.slice(Math.max(0, at - 6), at))?.[1]
  return before ? [before] : []
}

/** Addenda for one country's data protection law have their own governing law. */
const SPECIAL = /uk (?:addendum|gdpr|idta)|\bidta\b|\bfadp\b|\brevdsg\b|swiss (?:addendum|data)/

const LAW_NEAR = 30

export function governingLaw(around: Around): string | undefined {
  const { clause, reading } = around
  const { sentence } = clause
  if (clause.modality === 'definition' || clause.modality === 'question' || isNegated(clause)) return undefined
  const governed = clause.hits.first('governed', sentence.start, sentence.end)
  if (!governed || SPECIAL.test(reading.view.slice(sentence.start, sentence.end))) return undefined
  const laws = clause.hits.all('jurisdiction', clause.start, clause.end)
  const behind = laws.find(({ start }) => start >= governed.end - 1)
  // "Complies with the law of the country it is in, such as Spain".
  const isLoose = /^laws? of$/.test(reading.view.slice(governed.start, governed.end))
  if (isLoose && (!behind || behind.start - governed.end > LAW_NEAR)) return undefined
  const names = new Set(laws.map(({ value }) => value))
  // Two countries in one clause: the answer depends on something.
  return names.size > 1 && !behind ? undefined : (behind ?? laws.at(-1))?.value
}

export const namesUkAddendum = ({ view }: Around): boolean =>
  /\buk (?:addendum|idta)\b|\binternational data transfer (?:addendum|agreement)\b/.test(view)
