// Sentences and clauses as offsets into a text. Nothing is copied, so quotes stay exact.
import { matchesOf } from './matches.ts'

export interface Range {
  start: number
  end: number
}

const LONGEST = 1500

/** "Inc." and "U.S." do not end a sentence. */
const ABBREVIATION =
  /(?:\b(?:inc|ltd|corp|co|llc|e\.g|i\.e|etc|vs|no|nos|art|sec|approx|dr|mr|ms|st|u\.s|u\.k|e\.u|a\.k\.a|s\.a|s\.r\.o|b\.v|jan|feb|mar|apr|jun|jul|aug|sep|sept|oct|nov|dec)|\b[a-z])\.$/i
const END = /[.?!]+["')\]]*(?=\s|$)|[\n\t]+/g

export function sentencesOf(text: string, offset = 0): Range[] {
  const ranges: Range[] = []
  let start = 0
  for (const match of matchesOf(END, text)) {
    const end = match.index + match[0].length
    const white = match[0].startsWith('\n') || match[0].startsWith('\t')
    if (
      !white &&
      end < text.length &&
      ABBREVIATION.test(text.slice(Math.max(0, end - 8), end)) &&
      /^\s+[a-z0-9(]|^\s+[A-Z]/.test(text.slice(end, end + 3)) &&
      !startsAnew(text, end)
    )
      continue
    push(ranges, text, start, white ? match.index : end, offset)
    start = end
  }
  push(ranges, text, start, text.length, offset)
  return ranges
}

/** After "Inc." a capitalized word may be a name or start a sentence; these words usually start one. */
function startsAnew(text: string, end: number): boolean {
  return /^\s+(?:We|Our|The|This|These|It|You|Your|Yes|No|All|In|For|If|As|To|A|An)\b/.test(text.slice(end, end + 10))
}

function push(ranges: Range[], text: string, from: number, to: number, offset: number): void {
  let start = from
  let end = to
  while (start < end && isSpace(text, start)) start++
  while (end > start && isSpace(text, end - 1)) end--
  // Overlong sentences are cut, so that no rule processes a megabyte at once.
  while (end - start > LONGEST) {
    ranges.push({ start: start + offset, end: start + LONGEST + offset })
    start += LONGEST
  }
  if (end - start > 1) ranges.push({ start: start + offset, end: end + offset })
}

/** Checks common characters without a regular expression. */
function isSpace(text: string, at: number): boolean {
  const code = text.charCodeAt(at)
  return code === 32 || (code < 128 ? code >= 9 && code <= 13 : /\s/.test(text.charAt(at)))
}
