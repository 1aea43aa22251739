// A question about a control and its answer: in the next cell of a row, or below it.
import { opensWith } from '../clauses/pieces.ts'
import type { Reading } from '../clauses/reading.ts'
import type { Scanned } from '../clauses/scanned.ts'
import type { Block } from '../types.ts'

export interface Answer {
  value: 'yes' | 'no'
  question: Scanned
  start: number
  end: number
}

const LONGEST_ANSWER = 60
const LONGEST_LABEL = 90
const QUESTION = /[?？]\s*$|ますか|ですか/u

/** Undefined if the block does not answer yes or no. */
export function answerTo(reading: Reading, block: Block): Answer | undefined {
  const scanned = reading.scan(block)
  if (!scanned) return undefined
  if (block.kind === 'row') {
    const [first, ...rest] = block.cells
    const full = rest.find(({ text }) => text.trim() !== '')
    if (!first || !full || full.text.length > LONGEST_ANSWER) return undefined
    if (!QUESTION.test(first.text) && first.text.length > LONGEST_LABEL) return undefined
    const value = answerIn(scanned, full)
    return (
      value && { value, question: reading.scanBeside(first.text, scanned.language), start: block.start, end: block.end }
    )
  }
  if (block.question === '') return undefined
  const value = answerIn(scanned, block)
  const question = reading.scanBeside(block.question, scanned.language)
  const end = reading.sentencesOf(block)[0]?.end ?? block.end
  return value && { value, question, start: block.questionStart, end }
}

function answerIn({ hits, view }: Scanned, range: { start: number; end: number }): 'yes' | 'no' | undefined {
  if (opensWith('not_applicable', range, hits) || hits.has('plan', range.start, range.end)) return undefined
  if (opensWith('no', range, hits)) return 'no'
  return opensWith('yes', range, hits) && !/\d/.test(view.slice(range.start, range.start + 3)) ? 'yes' : undefined
}
