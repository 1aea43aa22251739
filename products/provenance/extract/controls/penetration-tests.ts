// Penetration tests of the vendor's own service, as opposed to rules for customers who want to test it.
import type { Finding } from '../claim.ts'
import { type Clause, has, inSentence, isNegated } from '../clauses/clause.ts'
import type { Reading } from '../clauses/reading.ts'
import type { Block, ReadDocument } from '../types.ts'
import { answerTo } from './answers.ts'
import { isFact } from './facts.ts'

interface TestStatement {
  value: 'yes' | 'customer_testing_only'
  block: Block
  start: number
  end: number
}

export function penetrationTestFindings({ title, blocks }: ReadDocument, reading: Reading): Finding[] {
  const statements = reading.blocks.flatMap((block) => statementsIn(reading, block))
  const asked = statements.find(({ value }) => value === 'customer_testing_only')
  const isPolicy = asked !== undefined && isAboutTests(reading, asked.block, `${title} ${blocks[0]?.text ?? ''}`)
  const done = isPolicy ? undefined : statements.find(({ value }) => value === 'yes')
  const found = done ?? asked
  if (!found) return []
  const { value, block, start, end } = found
  return [
    {
      category: 'penetration_test',
      predicate: 'penetration_test',
      value,
      state: done ? 'affirmed' : 'mention',
      text: done ? 'Penetration tests are performed' : 'Rules for penetration tests by customers',
      block,
      start,
      end,
      rule: `penetration-test/${value}`,
    },
  ]
}

const isAboutTests = (reading: Reading, block: Block, text: string): boolean =>
  reading.scanBeside(text, reading.scan(block)?.language ?? 'en').hits.has('pen_test')

function statementsIn(reading: Reading, block: Block): TestStatement[] {
  const scanned = block.kind === 'heading' || block.kind === 'badge' ? undefined : reading.scan(block)
  if (!scanned) return []
  const answer = answerTo(reading, block)
  if (answer) {
    const { hits } = answer.question
    const isYes = answer.value === 'yes' && hits.has('pen_test') && !hits.has('possibility')
    return isYes ? [{ value: 'yes', block, start: answer.start, end: answer.end }] : []
  }
  if (!scanned.hits.has('pen_test', block.start, block.end)) return underHeading(reading, block)
  return reading.clausesOf(block).flatMap((clause) => {
    const value = testValue(clause, reading.view)
    return value ? [{ value, block, start: clause.sentence.start, end: clause.sentence.end }] : []
  })
}

const LONGEST_HEADING = 60

/** "Penetration tests" as heading of "An independent firm attacks our platform once a year." */
function underHeading(reading: Reading, block: Block): TestStatement[] {
  const heading = block.path.at(-1) ?? ''
  if (heading === '' || heading.length > LONGEST_HEADING || /[?？]\s*$/.test(heading)) return []
  const language = reading.languageOf(block)
  const above = language && reading.scanBeside(heading, language).hits
  if (!above?.has('pen_test') || above.any(['customer', 'plan', 'possibility', 'other', 'definition'])) return []
  const done = reading.clausesOf(block).find((clause) => isDoneByUs(clause, reading.view))
  return done ? [{ value: 'yes', block, start: done.sentence.start, end: done.sentence.end }] : []
}

function isDoneByUs(clause: Clause, view: string): boolean {
  if (isNegated(clause) || !isFact(clause, view)) return false
  if (clause.holder !== 'vendor' && clause.holder !== 'nobody') return false
  const isOften =
    has(clause, 'yearly') || has(clause, 'auditor') || /\b20\d\d\b/.test(view.slice(clause.start, clause.end))
  return has(clause, 'carried_out') && isOften && !inSentence(clause, 'customer')
}

function testValue(clause: Clause, view: string): TestStatement['value'] | undefined {
  if (!has(clause, 'pen_test')) return undefined
  const { holder } = clause
  if (isCustomers(clause)) return 'customer_testing_only'
  if (isNegated(clause) || !isFact(clause, view) || holder === 'customer') return undefined
  // "Third-party penetration tests" are about the vendor; "our suppliers run tests" is not.
  const { subject, hits } = clause
  if (holder === 'other' && !hits.has('pen_test', subject.start, subject.end)) return undefined
  const test = hits.first('pen_test', clause.start, clause.end)
  const isByCustomers = holder === 'nobody' && test && hits.has('customer', test.end, clause.end)
  if (isByCustomers) return undefined
  const isDone = has(clause, 'carried_out') || has(clause, 'yearly') || has(clause, 'auditor')
  return isDone || (clause.holder === 'vendor' && has(clause, 'hold')) ? 'yes' : undefined
}

/** "Customers may test with our approval." */
function isCustomers(clause: Clause): boolean {
  const { modality, holder, subject, hits } = clause
  if (hits.has('certificate', subject.start, subject.end)) return false
  const may = modality === 'possibility' || modality === 'duty' || inSentence(clause, 'condition')
  return holder === 'customer' && may && !has(clause, 'offer')
}
