// Tables laid out with spaces: consecutive lines whose columns start at the same position.

const RULE = /^[\s=_~+|-]+$/
const GAP = /\S(?: {2,}|\t+)(?=\S)/g
const LEAST_ROWS = 3
const LEAST_COLUMNS = 2

/** The cells of each line of such a table, by line number. Rules and continuation lines have none. */
export function columnsIn(lines: readonly string[]): Map<number, string[]> {
  const found = new Map<number, string[]>()
  for (let at = 0; at < lines.length; at++) {
    const starts = startsOf(lines[at] as string)
    if (starts.length < LEAST_COLUMNS) continue
    const end = endOf(lines, at, starts)
    const full = lines.slice(at, end).filter((line) => !RULE.test(line)).length
    if (full < LEAST_ROWS) continue
    let last: string[] = []
    for (let row = at; row < end; row++) {
      const cells = cellsOf(lines[row] as string, starts)
      const goesOn = cells[0] === '' && last.length > 0
      if (goesOn) for (const [column, text] of cells.entries()) last[column] = `${last[column]} ${text}`.trim()
      else last = cells.length > 0 ? cells : last
      found.set(row, goesOn ? [] : cells)
    }
    at = end - 1
  }
  return found
}

/** The first line has a cell in every column; the lines below may skip some. */
function endOf(lines: readonly string[], from: number, starts: readonly number[]): number {
  let at = from + 1
  for (; at < lines.length; at++) {
    const line = lines[at] as string
    if (line.trim() === '') break
    const own = startsOf(line)
    const isRow =
      RULE.test(line) ||
      ((own.length >= LEAST_COLUMNS || own[0] !== starts[0]) && own.every((start) => starts.includes(start)))
    if (!isRow) break
  }
  return at
}

function startsOf(line: string): number[] {
  if (line.trim() === '' || line.includes('\t')) return []
  const first = line.length - line.trimStart().length
  return [first, ...[...line.matchAll(GAP)].map((gap) => gap.index + gap[0].length)]
}

function cellsOf(line: string, starts: readonly number[]): string[] {
  if (RULE.test(line)) return []
  return starts.map((start, at) => line.slice(start, starts[at + 1]).trim())
}
