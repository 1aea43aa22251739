// The lines of a text. A line with several labels becomes several: "Name: A Purpose: B", "Based in: C • Website: D".
import type { Page } from './page.ts'

export interface Line {
  text: string
  /** Offsets in the original text. */
  start: number
  end: number
}

const MOST_WORDS = 4
const ALL = 0.95
const LABEL_ENDS = /[:：]/gu
const BETWEEN = /\s+[•|▪]\s+/gu
const WORD = /\S+$/u

export function linesIn(text: string, page: Page): Line[] {
  let at = 0
  return text.split('\n').flatMap((line) => {
    const from = at
    at += line.length + 1
    const cuts = [...new Set([...cutsBetween(line), ...cutsBeforeLabels(line, page)])].sort((one, other) => one - other)
    const starts = [0, ...cuts]
    return starts.flatMap((start, index) => {
      const piece = line.slice(start, starts[index + 1] ?? line.length)
      const said = piece.trim().replace(/^[•|▪]\s+|\s*[•|▪;,/]$/gu, '')
      const begins = from + start + (piece.length - piece.trimStart().length)
      return said === '' ? [] : [{ text: said, start: begins, end: from + start + piece.trimEnd().length }]
    })
  })
}

/** A bullet within a line acts as a line break. */
const cutsBetween = (line: string): number[] =>
  /[:：]/u.test(line) ? [...line.matchAll(BETWEEN)].map(({ index }) => index) : []

/** Cuts before every label except the first, if the line starts with a label. */
function cutsBeforeLabels(line: string, page: Page): number[] {
  const colons = [...line.matchAll(LABEL_ENDS)].map(({ index }) => index)
  if (colons.length < 2) return []
  const labels = colons.flatMap((colon, index) => labelBefore(line, colon, colons[index - 1] ?? -1, page) ?? [])
  // A place may contain names and colons: "Location: Functions: Frankfurt".
  const isOpen = labels[0] === 0 && page.roleOf(line.slice(0, colons[0]), ALL) !== 'location'
  return isOpen ? labels.slice(1) : []
}

/** The longest label before a colon that starts with a capital and leaves a value for the previous label. */
function labelBefore(line: string, colon: number, last: number, page: Page): number | undefined {
  let found: number | undefined
  let at = colon
  for (let words = 0; words < MOST_WORDS; words++) {
    const word = WORD.exec(line.slice(0, at).trimEnd())
    if (!word || word.index <= last) break
    at = word.index
    if (last >= 0 && line.slice(last + 1, at).trim() === '') break
    if (isLabel(line.slice(at, colon).trim(), page)) found = at
  }
  return found
}

const isLabel = (text: string, page: Page): boolean =>
  !/^\p{Ll}/u.test(text) && page.roleOf(text, ALL, ['label', 'preposition', 'break']) !== undefined
