// Subprocessors in paragraphs with a common structure: name, purpose, place, repeated; or one line each.
import type { Block } from '../types.ts'
import { isOfData } from './columns.ts'
import { type Entry, noFields } from './entry.ts'
import { isPlace, labelIn } from './fields.ts'
import { parsedLine } from './line.ts'
import { type Line as Cut, linesIn } from './lines.ts'
import { isFirm } from './names.ts'
import type { Page } from './page.ts'
import { placeOf } from './relevance.ts'
import { nameOnLine, unitEntries } from './units.ts'
import { manyNamed } from './wording.ts'

const SHORT = 160
const LEAST_UNITS = 2
const MOST_BEFORE = 3
const MOST_AFTER = 2
const HEAD = 0.75
const TASKED = 0.6
const PERIODS = [2, 3, 4, 5, 6]
const PARTED = /\s[–—|-]\s|[:：|（(]|、|,\s/u
const SENTENCE = /[.!?。]["')\]]?\s*$/u

export function entriesInParagraphs(page: Page): Entry[] {
  return runsOf(page).flatMap((run) => {
    const [first] = run
    if (!first) return []
    const lines = run.flatMap((block) => linesOf(block, page))
    // A single line may list several companies.
    if (lines.length < LEAST_UNITS && !/[,;、]/u.test(first.text)) return []
    const { relevant, standing } = placeOf(first, page)
    if (!relevant) return []
    const inTurn = unitsIn(lines, page)
    if (inTurn) return unitEntries(inTurn, page, standing, 'subprocessor/paragraphs', LEAST_UNITS)
    return entriesByLine(lines, page).map((entry) => ({ ...entry, standing }))
  })
}

interface Line extends Cut {
  block: Block
}

/** A drawn rule below a name is not a line. */
const RULE = /^[=_~*–—-]{3,}$/u

const linesOf = (block: Block, page: Page): Line[] =>
  linesIn(block.text, page)
    .filter(({ text }) => !RULE.test(text))
    .map(({ text, start, end }) => ({ block, text, start: block.start + start, end: block.start + end }))

/** Consecutive short paragraphs. */
function runsOf(page: Page): Block[][] {
  const runs: Block[][] = []
  let open: Block[] = []
  for (const block of page.blocks) {
    const isShort =
      (block.kind === 'paragraph' || block.kind === 'badge') &&
      block.text.split('\n').every((line) => line.length < SHORT)
    if (isShort && !isSentence(block, page)) {
      if (open.length === 0) runs.push(open)
      open.push(block)
    } else if (!isTaskHeading(block, page)) open = []
  }
  return runs
}

/** "Hosting" above its suppliers: the list continues below the next such heading. */
const isTaskHeading = ({ kind, text }: Block, page: Page): boolean =>
  kind === 'heading' && page.share(text, ['task', 'preposition', 'break']) >= TASKED

/** The sentence that introduces the list is not part of it. */
const isSentence = (block: Block, page: Page): boolean =>
  /[:：]\s*$/u.test(block.text) ||
  (SENTENCE.test(block.text) &&
    !PARTED.test(block.text) &&
    !isFirm(block.text) &&
    (page.says(block, 'verb') || page.says(block, 'subprocessor')))

interface Unit {
  block: Block
  lines: string[]
  start: number
  end: number
}

/** Splits "name, purpose, place" patterns into units, or starts a new unit when a label repeats. */
function unitsIn(all: readonly Line[], page: Page): Unit[] | undefined {
  const inGrid = gridUnits(all, page)
  if (inGrid) return inGrid
  const inBlocks = blockUnits(all, page)
  if (inBlocks) return inBlocks
  const heads = headsOf(all, page)
  const lines = all.slice(heads)
  if (heads > 0 && lines.length % heads === 0 && lines.length / heads >= LEAST_UNITS)
    return Array.from({ length: lines.length / heads }, (_, at) => unitOf(lines.slice(at * heads, (at + 1) * heads)))

  const isWhere = lines.map(({ text }) => isPlace(text))
  const saysWhere = (): boolean[] => lines.map(({ text }) => labelIn(text, page)?.role === 'location')
  return regularUnits(lines, isWhere, page) ?? labelledUnits(lines, page) ?? regularUnits(lines, saysWhere(), page)
}

/** One paragraph of several lines per company: the name, then perhaps its address. */
function blockUnits(lines: readonly Line[], page: Page): Unit[] | undefined {
  const blocks = [...Map.groupBy(lines, ({ block }) => block).values()]
  const isUnit = ([first, ...rest]: readonly Line[]): boolean =>
    first !== undefined &&
    rest.length > 0 &&
    labelIn(first.text, page) === undefined &&
    nameOnLine(first.text, page) !== undefined
  const from = blocks.findIndex((lines) => lines.length > 1)
  if (from < 0 || from > MOST_BEFORE) return undefined
  const units = blocks.slice(from)
  return units.length >= LEAST_UNITS && units.every(isUnit) ? units.map(unitOf) : undefined
}

/** Leaves out text before the first company and after the last: "Version of May", "Contact us". */
function regularUnits(lines: readonly Line[], where: readonly boolean[], page: Page): Unit[] | undefined {
  if (!where.includes(true)) return undefined
  const isName = lines.map(({ text }) => !isPlace(text) && nameOnLine(text, page) !== undefined)
  for (let from = 0; from <= MOST_BEFORE; from++)
    for (const period of PERIODS) {
      const count = Math.floor((lines.length - from) / period)
      if (count < LEAST_UNITS || (lines.length - from) % period > MOST_AFTER) continue
      const starts = Array.from({ length: count }, (_, at) => from + at * period)
      const offsets = Array.from({ length: period - 1 }, (_, at) => at + 1)
      const isRegular = starts.every((at) => isName[at]) && offsets.some((by) => starts.every((at) => where[at + by]))
      if (isRegular) return starts.map((at) => unitOf(lines.slice(at, at + period)))
    }
  return undefined
}

/** A grid of boxes starts with its column headers. */
function headsOf(lines: readonly Line[], page: Page): number {
  const end = lines.findIndex(({ text }) => /[:：]/u.test(text) || page.roleOf(text, HEAD) === undefined)
  return end >= 2 && page.roleOf(lines[0]?.text ?? '', HEAD) === 'name' ? end : 0
}

const WIDEST = 16
const KNOWN_HEADS = 0.6

/** A grid with some unknown headers: the header is added to the text below it. */
function gridUnits(lines: readonly Line[], page: Page): Unit[] | undefined {
  if (page.roleOf(lines[0]?.text ?? '', HEAD) !== 'name') return undefined
  const roles = lines.slice(0, WIDEST).map(({ text }) => page.roleOf(text, HEAD))
  for (let width = 3; width <= Math.min(WIDEST, lines.length / (LEAST_UNITS + 1)); width++) {
    const heads = roles.slice(0, width)
    const isHead = heads.filter((role) => role !== undefined).length >= width * KNOWN_HEADS
    if (!isHead || heads.length === roles.indexOf(undefined) || lines.length % width !== 0) continue
    const starts = Array.from({ length: lines.length / width - 1 }, (_, at) => (at + 1) * width)
    if (!starts.every((at) => nameOnLine(lines[at]?.text ?? '', page) && roles[at] === undefined)) continue
    const where = lines.slice(0, width).find(({ text }, at) => heads[at] === 'location' && isOfData(text, page))
    return starts.map((from) => {
      const unit = lines.slice(from, from + width)
      const told = unit.map(({ text }, at) => {
        const isSeat = heads[at] === 'location' && where !== undefined && lines[at] !== where
        return at === 0 ? text : toldBy(lines[at]?.text ?? '', text, isSeat ? undefined : heads[at])
      })
      return { ...unitOf(unit), lines: told.filter((text) => text !== '') }
    })
  }
  return undefined
}

const toldBy = (head: string, text: string, role: string | undefined): string =>
  role === undefined || role === 'name' ? '' : `${head}: ${text}`

function labelledUnits(lines: readonly Line[], page: Page): Unit[] | undefined {
  const labels = lines.map(({ text }) => labelIn(text, page))
  const isFilled = labels.some((label) => label?.role === 'name' && label.value !== '')
  // "Our subprocessors" above the list is a title, not a label with a missing name.
  const roles = labels.map((label) =>
    isFilled && label?.role === 'name' && label.value === '' ? undefined : label?.role,
  )
  const opens = (at: number): boolean => {
    if (roles.includes('name')) return roles[at] === 'name'
    return (
      roles[at] === undefined && roles[at + 1] !== undefined && nameOnLine(lines[at]?.text ?? '', page) !== undefined
    )
  }
  const starts = lines.flatMap((_, at) => (opens(at) ? [at] : []))
  return starts.length >= LEAST_UNITS ? parted(lines, starts) : undefined
}

function parted(lines: readonly Line[], starts: readonly number[]): Unit[] {
  return starts.map((from, at) => unitOf(lines.slice(from, starts[at + 1] ?? lines.length)))
}

function unitOf(lines: readonly Line[]): Unit {
  const [first] = lines as [Line, ...Line[]]
  return {
    block: first.block,
    lines: lines.map(({ text }) => text),
    start: first.start,
    end: lines.at(-1)?.end ?? first.end,
  }
}

/** "Name – purpose – place", one paragraph each. */
function entriesByLine(lines: readonly Line[], page: Page): Omit<Entry, 'standing'>[] {
  const full = lines.filter(({ text }) => text !== '' && !/[:：]\s*$/u.test(text))
  const found = full.flatMap(({ block, text, start, end }) => {
    if (!PARTED.test(text)) return []
    const isWhole = start === block.start
    const many = manyNamed(text, page)
    if (many.length > 0)
      return many.map((named) => ({ ...noFields(), named, block, start, end, rule: 'subprocessor/line' }))
    return parsedLine(isWhole ? block : { ...block, spans: [] }, text, page)
      .filter(({ rest, location }) => rest !== '' || location !== '')
      .map(({ named, rest, location }) => ({
        ...noFields(),
        ...{ named, purpose: rest, location, block, start, end, rule: 'subprocessor/line' },
      }))
  })
  return found.length >= Math.max(LEAST_UNITS, full.length * 0.7) ? found : []
}
