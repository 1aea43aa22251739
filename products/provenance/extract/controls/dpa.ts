// Terms of a data processing agreement: days of notice and objection, hours to a breach notice, transfers, deletion, audit.
import type { Finding } from '../claim.ts'
import { matchesOf } from '../language/matches.ts'
import { matchable } from '../read/characters.ts'
import type { Statement } from './statements.ts'

const WORDS: Readonly<Record<string, number>> = {
  five: 5,
  seven: 7,
  ten: 10,
  fourteen: 14,
  fifteen: 15,
  twenty: 20,
  thirty: 30,
  'forty-five': 45,
  sixty: 60,
  ninety: 90,
  'twenty-four': 24,
  'forty-eight': 48,
  'seventy-two': 72,
  'thirty-six': 36,
}
const NUMBER = String.raw`(\d{1,3}|${Object.keys(WORDS).join('|')})\s*(?:\(\s*(\d{1,3})\s*\)\s*)?`
const DAYS = new RegExp(String.raw`\b${NUMBER}(?:business |calendar |working )?days?\b`, 'g')
const HOURS = new RegExp(String.raw`\b${NUMBER}hours?\b`, 'g')
const ABOUT =
  /\bdays?\b|\bhours?\b|standard contractual clauses|\bsccs?\b|\baudits?\b|\bmodule\b|international data transfer|undue delay/
const MODULE = /\bmodule\s+(one|two|three|four|[1-4])\b/g
const NEARBY = 1500
const SUB = /\bsub-?processors?\b/

interface Term {
  predicate: string
  fits: RegExp
  unit: RegExp | undefined
  label: string
}

const TERMS: readonly Term[] = [
  {
    predicate: 'objection_days',
    fits: /\bobject(?:s|ion|ions)?\b/g,
    unit: DAYS,
    label: 'Days to object to a new subprocessor',
  },
  {
    predicate: 'subprocessor_notice_days',
    fits: /\b(?:notice|notif\w+|prior|advance|inform\w*|publish\w*)\b/g,
    unit: DAYS,
    label: 'Days of notice of a new subprocessor',
  },
  {
    predicate: 'breach_notice_hours',
    fits: /\b(?:breach(?:es)?|incidents?)\b/g,
    unit: HOURS,
    label: 'Hours to a breach notice',
  },
  {
    predicate: 'deletion_days',
    fits: /\b(?:delet\w+|destroy\w*|eras\w+|return)\b/g,
    unit: DAYS,
    label: 'Days to deletion after the end',
  },
]

export function dpaFindings(all: readonly Statement[]): Finding[] {
  const found = new Map<string, Finding>()
  for (const statement of all) {
    if (!ABOUT.test(statement.view)) continue
    // The first of each term counts, so the others are not looked at.
    const open = TERMS.filter(({ predicate }) => !found.has(predicate))
    for (const finding of [...numbered(statement, open), ...named(statement)])
      if (!found.has(finding.predicate)) found.set(finding.predicate, finding)
  }
  return [...found.values()]
}

function numbered(statement: Statement, terms: readonly Term[]): Finding[] {
  return terms.flatMap(({ predicate, fits, unit, label }) => {
    const match = unit && nearest(statement.view, fits, unit)
    if (!match) return []
    if (/objection|subprocessor/.test(predicate) && !isAboutSub(statement)) return []
    if (/breach|deletion/.test(predicate) && SUB.test(statement.view)) return []
    const value = match[2] ?? String(WORDS[match[1] ?? ''] ?? match[1])
    return [findingOf(statement, predicate, value, `${label}: ${value}`)]
  })
}

const isAboutSub = ({ view, heading, block }: Statement): boolean =>
  SUB.test(view) || SUB.test(heading) || SUB.test(matchable(block.text.slice(0, NEARBY)))

/** The number that stands closest to a word of the term: a sentence may give several periods for several things. */
function nearest(view: string, fits: RegExp, unit: RegExp): RegExpExecArray | undefined {
  // A number of days needs the word.
  if (!view.includes(unit === HOURS ? 'hour' : 'day')) return undefined
  const words = matchesOf(fits, view)
  if (words.length === 0) return undefined
  const distance = (number: RegExpExecArray): number =>
    Math.min(...words.map((word) => gapBetween(word.index, word[0].length, number.index, number[0].length)))
  const numbers = matchesOf(unit, view)
  return numbers.toSorted((one, other) => distance(one) - distance(other))[0]
}

const gapBetween = (a: number, aLength: number, b: number, bLength: number): number =>
  a < b ? b - (a + aLength) : a - (b + bLength)

function named(statement: Statement): Finding[] {
  const { view } = statement
  const modules = matchesOf(MODULE, view).map(
    (match) => ({ one: '1', two: '2', three: '3', four: '4' })[match[1] as 'one'] ?? match[1],
  )
  const found: Finding[] = []
  if (modules.length > 0)
    found.push(
      findingOf(
        statement,
        'scc_modules',
        [...new Set(modules)].sort().join(','),
        `Standard contractual clauses, modules ${[...new Set(modules)].sort().join(', ')}`,
      ),
    )
  if (/\buk (?:addendum|idta)\b|\binternational data transfer (?:addendum|agreement)\b/.test(view))
    found.push(findingOf(statement, 'uk_transfer', 'yes', 'UK transfer addendum'))
  if (
    /\b(?:customer|controller|you)\b[^.]{0,40}\b(?:may|right to|entitled to)\b[^.]{0,40}\b(?:audit|inspect)/.test(view)
  )
    found.push(findingOf(statement, 'audit_right', 'yes', 'Customers may audit'))
  return found
}

function findingOf({ block, start, end }: Statement, predicate: string, value: string, text: string): Finding {
  return {
    category: 'dpa',
    predicate,
    value,
    state: 'affirmed',
    text,
    block,
    start,
    end,
    rule: `dpa/${predicate.replaceAll('_', '-')}`,
  }
}
