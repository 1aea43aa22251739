// How sure a clause is of what it says, and whether it denies it.
import type { Cue } from '../cues/names.ts'
import type { Clause, Holder, Modality } from './clause.ts'
import { opensWith } from './pieces.ts'
import type { Scanned } from './scanned.ts'
import type { Range } from './sentences.ts'

const NUMBERED = /(?<![\p{L}\p{N}])(?:no|nº|n°|nr|nos)\.?\s*[:#]?\s*(?=[a-z]{0,5}[\s-]?\d)/gu
const CONTRACTED = /n't(?![\p{L}\p{N}])/u

/** Where the clause is negated, or -1. "Not only" and "no later than" negate nothing; "no. 1234" is a number. */
export function negationIn(scanned: Scanned, { start, end }: Range): number {
  const { view, hits, language } = scanned
  const blanked: Range[] = [...hits.all('not_negation', start, end), ...numbersIn(scanned, { start, end })]
  const isBlanked = (at: number): boolean => blanked.some((range) => at >= range.start && at < range.end)
  const cue = hits.all('negation', start, end).find((hit) => !isBlanked(hit.start))
  const contracted = language === 'en' ? CONTRACTED.exec(view.slice(start, end)) : null
  const at = [cue?.start, contracted ? start + contracted.index : undefined].filter((one) => one !== undefined)
  return at.length === 0 ? -1 : Math.min(...at)
}

/** "certificate no. IS 774534" is a number, "no ISO 27001" is a denial: what follows is a standard's own name. */
function numbersIn({ view, mentions }: Scanned, { start, end }: Range): Range[] {
  const numbers: Range[] = []
  for (const match of view.slice(start, end).matchAll(NUMBERED)) {
    const from = start + match.index
    const after = from + match[0].length
    if (!mentions.some((mention) => mention.start === after)) numbers.push({ start: from, end: after })
  }
  return numbers
}

type Draft = Range & { sentence: Range; holder: Holder }

export function modalityOf({ view, hits, language }: Scanned, clause: Draft, before: Clause | undefined): Modality {
  const { start, end, sentence } = clause
  const said = view.slice(sentence.start, sentence.end).trimEnd()
  const has = (cue: Cue): boolean => hits.has(cue, start, end)
  if (/[?？]["')]?$/.test(said) || (language === 'ja' && /(?:か|とは)。?$/.test(said))) return 'question'
  if (has('former')) return 'former'
  if (has('training')) return 'training'
  if (language === 'ja' ? has('condition') : opensWith('condition', clause, hits)) return 'condition'
  if (before?.modality === 'condition' && clause.holder === 'nobody') return 'condition'
  if (has('plan')) return 'plan'
  if (has('definition')) return 'definition'
  if (has('advice')) return 'advice'
  if (has('duty')) return 'duty'
  const may = hits.all('possibility', start, end).some((hit) => !view.startsWith("'t", hit.end))
  return may ? 'possibility' : 'fact'
}
