// Tables of terms: a column header or the first cell names the term, next to a length of time or a percentage.
import { type Amount, amountsIn } from '../clauses/amounts.ts'
import type { Reading } from '../clauses/reading.ts'
import type { Scanned } from '../clauses/scanned.ts'
import type { Cue } from '../cues/names.ts'
import type { Block, Cell } from '../types.ts'
import { lengthOf, type Term, type TermName, termOf } from './term.ts'

const LONGEST_LABEL = 80
const LONGEST_VALUE = 300

/** Only the first row of response times counts, because tables start with the most urgent. */
export function termsInRow(reading: Reading, block: Block, header: Block | undefined, isMostUrgent: boolean): Term[] {
  const scanned = reading.scan(block)
  if (!scanned || block.cells.length < 2) return []
  const beside = (text: string): Scanned => reading.scanBeside(text, scanned.language)
  const heads = (header?.cells ?? []).map(({ text }) => beside(text))
  const isCredits = heads.some(({ hits }) => hits.has('credit'))
  const [first] = block.cells
  const label = first && first.text.length < LONGEST_LABEL ? first : undefined
  return block.cells.slice(1).flatMap((cell, at) => {
    if (cell.text.length > LONGEST_VALUE) return []
    const head = heads[at + 1]
    const names = [head && labelled(head.hits), label && labelled(within(scanned, label))]
    for (const name of names) {
      const isMeant = name && !(name === 'uptime' && isCredits) && !(name === 'response_time' && !isMostUrgent)
      const value = isMeant ? periodIn(scanned, cell, name) : undefined
      if (name && value) return [termOf(name, value, block, block, `${name.replaceAll('_', '-')}-row`)]
    }
    return []
  })
}

interface Asked {
  has(cue: Cue): boolean
}

const within = ({ hits }: Scanned, { start, end }: Cell): Asked => ({ has: (cue) => hits.has(cue, start, end) })

function labelled(asked: Asked): TermName | undefined {
  if (asked.has('subprocessor') || asked.has('configurable')) return undefined
  if (asked.has('retention') || (asked.has('retain') && !asked.has('backup'))) return 'retention_period'
  if (asked.has('credit')) return 'service_credit'
  if (asked.has('response')) return 'response_time'
  return asked.has('uptime') ? 'uptime' : undefined
}

function periodIn(scanned: Scanned, cell: Cell, name: TermName): string | undefined {
  const { hits } = scanned
  const amounts = amountsIn(scanned, cell, cell)
  const first = (fits: (amount: Amount) => boolean): string | undefined => {
    const amount = amounts.find(fits)
    return amount && lengthOf(amount)
  }
  if (name === 'service_credit') return first(({ unit }) => unit === '%')
  if (name === 'uptime') return first(({ unit, value }) => unit === '%' && value >= 90 && value <= 100)
  const length = first(({ unit }) => unit !== '%')
  if (name === 'response_time' || length) return length
  if (hits.has('not_kept', cell.start, cell.end)) return 'not kept'
  return hits.has('indefinite', cell.start, cell.end) ? 'indefinite' : undefined
}
