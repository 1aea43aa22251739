// Terms of a document: its promises about agreements, retention and service levels, clause by clause.
import type { Finding } from '../claim.ts'
import { type Clause, isNegated } from '../clauses/clause.ts'
import type { Reading } from '../clauses/reading.ts'
import type { Cue } from '../cues/names.ts'
import type { Block } from '../types.ts'
import { governingLaw, grantsAudit, modulesIn, namesUkAddendum } from './agreements.ts'
import { Around } from './around.ts'
import { boundTo, isChosen } from './periods.ts'
import { termsInRow } from './rows.ts'
import { shareOf } from './shares.ts'
import { findingOf, type Term, type TermName, termOf } from './term.ts'

/** News pages and status pages make no promises. */
const NO_PROMISE = /^(?:status|blog|news|press)/
/** On other pages, a daily backup is a measure, not a promise. */
const SERVICE_LEVEL = /sla|service[_-]?level/
/** Terms with one answer per document. */
const ONCE: ReadonlySet<TermName> = new Set(['audit_right', 'governing_law', 'uk_transfer'])

export function termFindings(reading: Reading, kind: string, isAgreement: boolean): Finding[] {
  if (NO_PROMISE.test(kind)) return []
  const terms: Term[] = []
  const isServiceLevel = SERVICE_LEVEL.test(kind)
  let header: Block | undefined
  let before: Block | undefined
  for (const [at, block] of reading.blocks.entries()) {
    if (block.kind === 'heading' || block.kind === 'badge') continue
    if (block.kind !== 'row') header = undefined
    const inRow = block.kind === 'row' ? termsInRow(reading, block, header, header === before) : []
    terms.push(...inRow)
    if (block.kind === 'row' && header?.group !== block.group) header = block
    for (const clause of inRow.length === 0 && isWorthReading(reading, block) ? reading.clausesOf(block) : [])
      terms.push(
        ...termsIn(new Around(clause, reading, { isAgreement, isServiceLevel, before, next: reading.blocks[at + 1] })),
      )
    before = block
  }
  return distinct(withModules(terms)).map(findingOf)
}

const WORTH: readonly Cue[] = ['unit', 'uptime', 'credit', 'audit', 'module', 'governed', 'backup', 'indefinite']

function isWorthReading(reading: Reading, block: Block): boolean {
  const scanned = reading.scan(block)
  return (
    scanned !== undefined &&
    (scanned.hits.any(WORTH) || /[%％]|\btransfer addendum\b|\buk (?:addendum|idta)\b/.test(block.text.toLowerCase()))
  )
}

function termsIn(around: Around): Term[] {
  const { clause, page } = around
  const { block, sentence } = clause
  const put = (name: TermName, value: string): Term => termOf(name, value, block, sentence, name.replaceAll('_', '-'))
  const terms = clause.amounts.flatMap((amount) => {
    const bound = amount.unit === '%' ? shareOf(around, amount) : boundTo(around, amount)
    return bound ? [put(bound.name, bound.value)] : []
  })
  if (grantsAudit(around)) terms.push(put('audit_right', 'yes'))
  for (const module of modulesIn(around)) terms.push(put('scc_modules', module))
  const law = page.isAgreement ? governingLaw(around) : undefined
  if (law) terms.push(put('governing_law', law))
  if (namesUkAddendum(around)) terms.push(put('uk_transfer', 'yes'))
  if (page.isServiceLevel && isDailyBackup(around)) terms.push(put('backup_frequency', 'daily'))
  if (isKeptForEver(around)) terms.push(put('retention_period', 'indefinite'))
  return terms
}

const speaks = ({ holder, modality }: Clause): boolean =>
  holder !== 'other' &&
  holder !== 'customer' &&
  !['advice', 'question', 'condition', 'plan', 'former'].includes(modality)

const isDailyBackup = (around: Around): boolean =>
  around.has('backup') && around.has('daily') && speaks(around.clause) && !isNegated(around.clause)

/** "Sans limitation de durée" is not a negation. */
function isKeptForEver(around: Around): boolean {
  const { clause } = around
  const forEver = clause.hits.first('indefinite', clause.start, clause.end)
  if (!forEver || !around.has('retain') || around.actor === 'customer' || isChosen(around)) return false
  return !isNegated(clause) || (clause.negatedAt >= forEver.start && clause.negatedAt < forEver.end)
}

/** All modules named in a document make one term. */
function withModules(terms: readonly Term[]): Term[] {
  const modules = terms.filter(({ name }) => name === 'scc_modules')
  const [first] = modules
  if (!first) return [...terms]
  const value = [...new Set(modules.map((term) => term.value))].sort().join(',')
  return [...terms.filter(({ name }) => name !== 'scc_modules'), { ...first, value }]
}

function distinct(terms: readonly Term[]): Term[] {
  const seen = new Set<string>()
  return terms.filter(({ name, value }) => {
    const key = ONCE.has(name) ? name : `${name} ${value}`
    return !seen.has(key) && seen.add(key)
  })
}
