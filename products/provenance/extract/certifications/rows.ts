// Rows of tables: an answer in the next cell, a table of certificates, a matrix with ticks.
import { opensWith } from '../clauses/pieces.ts'
import type { Reading } from '../clauses/reading.ts'
import { mentionsWithin, namesVendor, type Scanned } from '../clauses/scanned.ts'
import type { Mention } from '../standards/mentions.ts'
import type { Block, Cell } from '../types.ts'
import { answerIn } from './answers.ts'
import { type Decision, decided, type Said, said } from './said.ts'

/** The first row of a table labels its columns. */
export interface Row {
  block: Block
  header: Block | undefined
}

const LONGEST_ANSWER = 60
const SHORT = 40
const QUESTION = /[?？]\s*$|ますか|ですか/u
const YEAR = /\b20\d\d\b/

/** Undefined if the row should be read as sentences. */
export function saidInRow(reading: Reading, { block, header }: Row): Said[] | undefined {
  const scanned = reading.scan(block)
  const [first, ...rest] = block.cells
  if (!scanned || !first) return []
  if (rest.length === 0) return header && header.cells.length > 1 ? [] : undefined
  const asked = standardsIn(scanned, first)
  if (asked.length === 0) return header ? inMatrix(reading, scanned, { block, header }, first, rest) : undefined
  const put = (decision: Decision): Said[] =>
    asked.map((mention) => said(typed(mention, rest), decision, block, block, 'block'))
  const decision = answered(scanned, asked, first, rest) ?? inTable(reading, scanned, { block, header }, rest)
  if (decision) return put(decision)
  return QUESTION.test(first.text) ? put(decided('mention', 'question')) : undefined
}

const standardsIn = (scanned: Scanned, { start, end }: { start: number; end: number }): Mention[] =>
  mentionsWithin(scanned, start, end).filter(({ kind }) => kind !== 'contract')

const TYPE = /^\s*type\s*-?\s*(ii|i|2|1)\s*$/i

/** "SOC 2 | Type II". */
function typed(mention: Mention, rest: readonly Cell[]): Mention {
  const type = rest.map(({ text }) => TYPE.exec(text)?.[1]).find((one) => one !== undefined)
  if (!type || !/^soc[12]$/.test(mention.id)) return mention
  const level = /^(?:ii|2)$/i.test(type) ? '2' : '1'
  return {
    ...mention,
    id: `${mention.id}_type${level}`,
    label: `${mention.label} Type ${level === '2' ? 'II' : 'I'}`,
    level,
  }
}

function answered(
  scanned: Scanned,
  asked: readonly Mention[],
  first: Cell,
  rest: readonly Cell[],
): Decision | undefined {
  const isQuestion = QUESTION.test(first.text)
  const full = rest.find(({ text }) => text.trim() !== '')
  if (!full) return undefined
  if (rest.some(({ text }) => TYPE.test(text))) return decided('affirmed', 'typed-answer')
  const answer = answerIn(scanned, full) ?? refusal(scanned, full, isQuestion)
  if (!answer || (!isQuestion && full.text.length >= SHORT)) return undefined
  // A question about two laws cannot be assigned to either of them.
  if (asked.filter(({ kind }) => kind === 'law').length > 1) return decided('mention', 'two-laws')
  if (answer === 'not_applicable') return decided('mention', 'answer-not-applicable')
  if (answer === 'yes') return decided('affirmed', 'answer-cell')
  const isLater = scanned.hits.has('plan', full.start, full.end)
  return isLater ? decided('in_progress', 'answer-not-yet') : decided('negated', 'answer-cell')
}

function refusal(scanned: Scanned, cell: Cell, isQuestion: boolean): 'no' | undefined {
  if (isQuestion || cell.text.length >= LONGEST_ANSWER || /^\s*(?:no\.?\s*)?\d/i.test(cell.text)) return undefined
  return opensWith('negation', cell, scanned.hits) ? 'no' : undefined
}

/** The heading is about certificates, and the cells contain a date, a number or an issuer. */
function inTable(
  reading: Reading,
  scanned: Scanned,
  { block, header }: Row,
  rest: readonly Cell[],
): Decision | undefined {
  const beside = (text: string): Scanned => reading.scanBeside(text, scanned.language)
  const above = [header?.text ?? '', block.path.at(-1) ?? '', block.lead].map(beside)
  if (above.some(({ hits }) => hits.any(['subprocessor', 'other']))) return undefined
  const isAbout = (cue: 'certificates_heading' | 'certificate'): boolean => above.some(({ hits }) => hits.has(cue))
  const cells = rest.map(({ text }) => text).join(' ')
  const plan = rest.some(({ start, end }) => scanned.hits.has('plan', start, end))
  if (plan && cells.length < LONGEST_ANSWER) return decided('in_progress', 'status-cell')
  const held = rest.some((cell) => cell.text.length < SHORT && opensWith('certify', cell, scanned.hits))
  if (!held && !isAbout('certificates_heading') && !(isAbout('certificate') && YEAR.test(cells))) return undefined
  const isOff = rest.some(({ start, end }) => scanned.hits.any(['negation', 'former'], start, end))
  return isOff ? decided('mention', 'certificate-table') : decided('affirmed', 'certificate-table')
}

/** One row per company and one column per standard: only the vendor's own row counts. */
function inMatrix(
  reading: Reading,
  scanned: Scanned,
  { block, header }: Row & { header: Block },
  first: Cell,
  rest: readonly Cell[],
): Said[] | undefined {
  const top = reading.scan(header)
  const columns = header.cells.slice(1).map((cell) => (top ? standardsIn(top, cell) : []))
  if (columns.every((column) => column.length === 0)) return undefined
  if (!namesVendor(scanned, first.start, first.end)) return []
  return rest.flatMap((cell, at) => {
    const answer = answerIn(scanned, cell)
    const column = columns[at] ?? []
    return answer === 'yes'
      ? column.map((mention) => said(mention, decided('affirmed', 'matrix'), block, block, 'block'))
      : []
  })
}
