// Decides a name without a sentence by what is above it: the lead of a list, a heading, the title of a card.

import type { Clause } from '../clauses/clause.ts'
import { opensWith } from '../clauses/pieces.ts'
import type { Reading } from '../clauses/reading.ts'
import type { Scanned } from '../clauses/scanned.ts'
import type { Range } from '../clauses/sentences.ts'
import type { Mention } from '../standards/mentions.ts'
import type { Block } from '../types.ts'
import { answerIn } from './answers.ts'
import { type Decision, decided } from './said.ts'

const LONGEST_NAME = 90
const LONGEST_LABEL = 40
const LEADS = /[:：]\s*$/u
const TICKED = /[✓✔✅☑]\s*$/u
const PENDING = /[⏳🔜🚧]\s*$/u

export interface Bare {
  reading: Reading
  scanned: Scanned
  block: Block
  clause: Clause
  mention: Mention
}

/** Undefined if the place says nothing. */
export function decideFromAbove(bare: Bare): Decision | undefined {
  const { scanned, block, clause, mention } = bare
  const before = scanned.view.slice(clause.start, mention.start)
  if (TICKED.test(before)) return decided('affirmed', 'ticked')
  if (PENDING.test(before)) return decided('in_progress', 'pending')
  const isName = clause.end - clause.start < LONGEST_NAME && !clause.hits.has('verb', clause.start, clause.end)
  if (!isName || clause.negatedAt >= 0 || clause.modality !== 'fact') return undefined
  if (clause.hits.any(['weak', 'facility'], clause.start, clause.end)) return undefined
  if (block.kind !== 'row' && LEADS.test(block.lead)) return byLead(bare)
  return mention.kind === 'certificate' ? byHeading(bare) : undefined
}

/** "SOC 2: no", "ISO 27001 – certified". */
export function byLabel(scanned: Scanned, clause: Clause, mention: Mention): Decision | undefined {
  const { sentence } = clause
  const end = labelEnd(scanned, mention)
  const sign = /^\s*[:|–—-]\s*/.exec(scanned.view.slice(end, sentence.end))
  if (!sign || mention.start > sentence.start + 3 || mention.kind === 'law') return undefined
  const value = { start: end + sign[0].length, end: sentence.end }
  const answer = value.end - value.start < LONGEST_LABEL ? answerIn(scanned, value) : undefined
  if (answer === 'no' || isDenied(clause, value)) return decided('negated', 'label')
  return answer === 'yes' ? decided('affirmed', 'label') : undefined
}

/** "HIPAA compliant: no" */
function labelEnd({ hits }: Scanned, { end }: Mention): number {
  const word =
    hits.first('certificate_word', end, end + LONGEST_LABEL) ?? hits.first('comply', end, end + LONGEST_LABEL)
  return word && word.start - end < 2 ? word.end : end
}

/** "roadmap - not yet certified" */
function isDenied({ hits }: Clause, { start, end }: Range): boolean {
  const negation = end - start < LONGEST_LABEL && !hits.has('verb', start, end) && hits.first('negation', start, end)
  const predicate = negation && hits.first('certify', negation.end, end)
  return predicate ? predicate.start - negation.end < 4 : false
}

/** "We maintain the following:" before a list: the last clause of the lead applies to each item. */
function byLead({ reading, scanned, block, clause, mention }: Bare): Decision | undefined {
  const beside = reading.scanBeside(block.lead, scanned.language)
  const lead = reading.clausesBeside(beside, block).at(-1)
  if (!lead) return undefined
  const has = (cue: Parameters<typeof lead.hits.has>[0]): boolean =>
    lead.hits.has(cue, lead.sentence.start, lead.sentence.end)
  const speaks = lead.holder === 'vendor' || (lead.holder === 'nobody' && opensWith('verb', lead, lead.hits))
  const isReports = has('certificate') && has('offer')
  if (isReports && lead.negatedAt < 0 && mention.kind === 'certificate')
    return decided('report_available', 'report-list')
  if (!speaks || lead.modality !== 'fact' || lead.negatedAt >= 0 || has('weak')) return undefined
  return has('certify') ||
    has('comply') ||
    (has('hold') && (has('certificate') || clause.hits.has('certificate', clause.start, clause.end)))
    ? decided('affirmed', 'lead-and-item')
    : undefined
}

const REPORTS = /report|bericht|rapport|informes?(?!\p{L})|relatório|relazion|verslag|レポート|報告書/u

/** A list under "Our certifications". */
function byHeading({ reading, scanned, block, clause, mention }: Bare): Decision | undefined {
  const text = block.path.at(-1) ?? ''
  const heading = reading.scanBeside(text, scanned.language)
  const isOthers = heading.hits.any(['other', 'facility', 'customer', 'subprocessor'])
  if (isOthers || heading.hits.has('plan')) return undefined
  const share = heading.hits.all('certificates_heading').reduce((sum, { start, end }) => sum + end - start, 0)
  const isShort = block.kind !== 'paragraph' || block.text.length < 40
  if (isShort && share > text.length / 2)
    return decided(REPORTS.test(heading.view) ? 'report_available' : 'affirmed', 'certificate-list')
  const near = block.path.slice(-2).map((one) => reading.scanBeside(one, scanned.language))
  const isReport =
    clause.hits.has('certificate', mention.end, clause.end) && near.some(({ hits }) => hits.has('certificate'))
  return block.kind === 'item' && isReport ? decided('affirmed', 'list-of-reports') : undefined
}
