// A heading that names a standard, and the text below that says something about it: "ISO 27001", then "We are certified."

import type { Clause } from '../clauses/clause.ts'
import { opensWith } from '../clauses/pieces.ts'
import type { Reading } from '../clauses/reading.ts'
import { mentionsWithin, type Scanned } from '../clauses/scanned.ts'
import type { Mention } from '../standards/mentions.ts'
import type { Block } from '../types.ts'
import { type Decision, decided, type Said, said } from './said.ts'

const BESIDE_THE_NAME = 26
const LONGEST_CARD = 60
const FIRST_CLAUSES = 3

export function saidUnderHeading(reading: Reading, scanned: Scanned, block: Block): Said[] {
  const headed = headedBy(reading, scanned, block)
  if (headed.length === 0) return []
  const card = block.text.length < LONGEST_CARD ? onCard(scanned, block) : undefined
  if (card) return headed.map((mention) => said(mention, card, block, block, 'heading'))
  const clauses = reading.clausesOf(block).slice(0, FIRST_CLAUSES)
  for (const clause of clauses) {
    const decision = namesNone(scanned, clause) ? ofHeading(clause) : undefined
    if (decision) return headed.map((mention) => said(mention, decision, block, clause.sentence, 'heading'))
  }
  return []
}

/** Standards named by the heading, or by the term of a definition, if it contains little else. */
function headedBy(reading: Reading, scanned: Scanned, block: Block): Mention[] {
  const text = block.kind === 'definition' ? block.question : (block.path.at(-1) ?? '')
  const heading = reading.scanBeside(text, scanned.language)
  const named = heading.mentions.filter(({ kind }) => kind !== 'contract')
  const isName = text.length < (named.at(-1)?.end ?? 0) + BESIDE_THE_NAME
  if (/[?？]\s*$/.test(text) || heading.hits.any(['other', 'subprocessor', 'customer'])) return []
  return isName ? named : []
}

const namesNone = (scanned: Scanned, { sentence }: Clause): boolean =>
  mentionsWithin(scanned, sentence.start, sentence.end).length === 0

function onCard({ hits, mentions }: Scanned, block: Block): Decision | undefined {
  if (mentions.length > 0) return undefined
  if (opensWith('negation', block, hits)) return decided('negated', 'card')
  if (hits.has('plan', block.start, block.end)) return decided('in_progress', 'card')
  const isHeld = opensWith('certify', block, hits) || opensWith('comply', block, hits)
  return isHeld ? decided('affirmed', 'card') : undefined
}

function ofHeading(clause: Clause): Decision | undefined {
  const has = (cue: Parameters<typeof clause.hits.has>[0]): boolean => clause.hits.has(cue, clause.start, clause.end)
  if (clause.modality !== 'fact' || has('weak')) return undefined
  const isPredicate = has('certify') || has('comply')
  if (clause.holder === 'vendor') {
    if (clause.negatedAt >= 0)
      return isPredicate || has('certificate') ? decided('negated', 'under-heading') : undefined
    return isPredicate ? decided('affirmed', 'under-heading') : undefined
  }
  const isThis = clause.index === 0 && opensWith('this_certificate', clause, clause.hits) && clause.negatedAt < 0
  return isThis ? decided('affirmed', 'under-heading') : undefined
}
