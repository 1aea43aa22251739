// Finds the header of a table and its separator. Exports put titles, rules and `sep=;` before the header. Pure.

const SEPARATORS = [';', ',', '\t', '|']
const MOST_LINES = 30
/** A line of dashes, as in printed lists. */
const RULE = /^[-+=|\s]*--[-+=|\s]*$/

export interface Frame {
  separator: string
  /** Starts with the header. */
  text: string
  /** Number of lines before the header. */
  skipped: number
}

interface Line {
  text: string
  start: number
  counts: readonly number[]
}

/** Undefined if the first lines do not look like a table. */
export function frameOf(given: string): Frame | undefined {
  const head = given.replace(/^\uFEFF/, '')
  const [named, separator] = /^[ "]*sep=([;,\t|])"?[ \t]*\r?\n/i.exec(head) ?? []
  if (named) return { separator: separator!, text: head.slice(named.length), skipped: 1 }
  const lines = linesOf(head)
  const first = lines.find(({ text }) => !isRule(text))
  if (!first) return undefined
  const most = Math.max(...first.counts)
  const below = most <= 1 ? headerBelow(lines, first) : undefined
  if (below) return { separator: below.separator, ...cut(head, below.line) }
  return most > 0 ? { separator: SEPARATORS[first.counts.indexOf(most)]!, ...cut(head, first) } : undefined
}

export const isRule = (line: string): boolean => RULE.test(line)

const cut = (head: string, { start }: Line): Pick<Frame, 'text' | 'skipped'> => ({
  text: head.slice(start),
  skipped: head.slice(0, start).split('\n').length - 1,
})

/** Masks quoted text: separators and line breaks in it do not count. */
function linesOf(head: string): Line[] {
  const masked = head.replace(/(?<=^|[;,\t|\n])"(?:[^"]|"")*"/g, (quoted) => 'x'.repeat(quoted.length))
  const lines: Line[] = []
  let start = 0
  for (const text of masked.split('\n')) {
    if (text.trim()) lines.push({ text, start, counts: SEPARATORS.map((one) => text.split(one).length - 1) })
    start += text.length + 1
    if (lines.length >= MOST_LINES) break
  }
  return lines
}

/** A title has none of the separators below it, and all rows below have the same number of them. */
function headerBelow(lines: readonly Line[], first: Line): { separator: string; line: Line } | undefined {
  const rows = lines.filter(({ text }) => !isRule(text))
  for (const [at, separator] of SEPARATORS.entries()) {
    const begin = rows.findIndex(({ counts }) => counts[at]! >= 2)
    const table = rows.slice(begin)
    const isTable = begin > 0 && table.length >= 2 && first.counts[at] === 0
    // The last line may be truncated.
    if (isTable && table.slice(0, 6).every(({ counts }, n) => counts[at] === table[0]!.counts[at] || n === 5))
      return { separator, line: table[0]! }
  }
  return undefined
}
