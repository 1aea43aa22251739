// Regular expressions that packs bring. Whoever uploads a pack must not be able to stop the server with one, so only
// those are taken whose time grows little with the text: at most three repetitions may fight over the same character,
// nothing repeated holds a repetition or a choice, and the text is short with its white space made single. Pure.

const MAX_PATTERN = 500
const MAX_SUBJECT = 400
const MAX_RIVALS = 3
const MAX_BRANCHES = 20_000

/** What a pattern is held against. */
export const subjectOf = (text: string): string =>
  text
    .slice(0, 4 * MAX_SUBJECT)
    .replace(/\s+/g, ' ')
    .slice(0, MAX_SUBJECT)

/** Throws an Error that says why the pattern is not taken. */
export function compilePattern(source: string, flags = ''): RegExp {
  if (source.length > MAX_PATTERN) throw new Error(`a pattern has ${MAX_PATTERN} characters at most`)
  let pattern: RegExp
  try {
    pattern = new RegExp(source, flags)
  } catch (error) {
    throw new Error(`not a regular expression: ${error instanceof Error ? error.message : source}`)
  }
  refuseSlow(scan(source))
  return pattern
}

interface Repeat {
  /** What is repeated; undefined for a group. */
  atom: string | undefined
  optional: boolean
}
interface Scan {
  repeats: Repeat[]
  branches: number
  /** Begins only where the text does; any other is tried at every place, which is one repetition more. */
  anchored: boolean
}
interface Group {
  repeats: boolean
  choices: number
}

const ATOM = /\[(?:\\.|[^\]\\])*\]|\\(?:[pP]\{[^}]*\}|x[0-9a-fA-F]{2}|u[0-9a-fA-F]{4}|.)|[\s\S]/y
const QUANTIFIER = /(?:([*+?])|\{(\d+)(,?)(\d*)\})\??/y
const OPENING = /\((?:\?:|\?<(?![=!])[^>]*>)?/y

/** Reads the pattern from left to right and notes what repeats and what chooses. */
function scan(source: string): Scan {
  const found: Scan = { repeats: [], branches: 1, anchored: source.startsWith('^') }
  const open: Group[] = [{ repeats: false, choices: 1 }]
  let at = 0
  while (at < source.length) {
    const top = open.at(-1)!
    let closed: Group | undefined
    let atom: string | undefined
    if (source[at] === '(') {
      if (/^\(\?(?:[=!]|<[=!])/.test(source.slice(at))) throw new Error('a pattern may not look ahead or behind')
      open.push({ repeats: false, choices: 1 })
      at = after(OPENING, source, at)
      continue
    }
    if (source[at] === '|') {
      top.choices += 1
      at += 1
      continue
    }
    if (source[at] === ')') {
      closed = open.pop()!
      found.branches *= closed.choices
      at += 1
    } else {
      const end = after(ATOM, source, at)
      atom = source.slice(at, end)
      if (/^\\(?:[1-9]|k)/.test(atom)) throw new Error('a pattern may not refer back to a group')
      at = end
    }
    const outer = open.at(-1)!
    if (closed?.repeats) outer.repeats = true
    const quantifier = quantifierAt(source, at)
    if (!quantifier) continue
    at = quantifier.end
    if (!quantifier.optional) {
      if (closed && (closed.repeats || closed.choices > 1))
        throw new Error('a group that repeats may hold neither a repetition nor a choice')
      outer.repeats = true
    }
    found.repeats.push({ atom, optional: quantifier.optional })
  }
  found.branches *= open[0]!.choices
  if (open[0]!.choices > 1) found.anchored = false
  return found
}

function after(grammar: RegExp, source: string, at: number): number {
  grammar.lastIndex = at
  grammar.exec(source)
  return grammar.lastIndex
}

function quantifierAt(source: string, at: number): { optional: boolean; end: number } | undefined {
  QUANTIFIER.lastIndex = at
  const found = QUANTIFIER.exec(source)
  if (!found) return undefined
  const [, sign, least, comma, most] = found
  const end = QUANTIFIER.lastIndex
  // {3} repeats without a choice and costs what it says; a large number of them is still refused.
  if (sign === undefined && !comma && Number(least) <= 40) return { optional: true, end }
  return { optional: sign === '?' || (most === '1' && least === '0'), end }
}

function refuseSlow({ repeats, branches, anchored }: Scan): void {
  const rivals = new Map<string, number>()
  let ways = branches
  for (const { atom, optional } of repeats) {
    const members = membersOf(atom)
    // White space comes one by one, so a repetition of nothing else has nothing to share out.
    if (members.every((character) => character === ' ')) continue
    if (optional) ways *= 2
    else for (const character of members) rivals.set(character, (rivals.get(character) ?? 0) + 1)
  }
  const most = Math.max(0, ...rivals.values())
  if (most > 0 && most + (anchored ? 0 : 1) > MAX_RIVALS)
    throw new Error(`more than ${MAX_RIVALS} repetitions could take the same character`)
  if (ways > MAX_BRANCHES) throw new Error('the pattern has too many choices')
}

/** One of each kind of character: all of ASCII that text holds, and some from beyond. */
const CHARACTERS = [...Array.from({ length: 95 }, (_, place) => String.fromCharCode(32 + place)), 'é', 'Ж', '日']

function membersOf(atom: string | undefined): readonly string[] {
  if (atom === undefined) return CHARACTERS
  const single = new RegExp(`^${atom}$`, 'i')
  return CHARACTERS.filter((character) => single.test(character))
}
