// Cue phrases and how they match. Syntax of a language file: `(a|b)` is a choice, `x?` is optional, `*` is any start or end of
// a word, `~` allows up to four words in between, and a space matches any whitespace.

/** A phrase without choices: literal characters, plus ' ', '*' and '~' with their special meanings. */
export type Pattern = string

const MAX_PATTERNS = 256

/** All patterns of a phrase: "compl(y|ies)" has two. */
export function patternsOf(phrase: string): Pattern[] {
  const { patterns, rest } = choices(phrase, 0)
  if (rest < phrase.length) throw new Error(`Unmatched closing bracket in "${phrase}"`)
  if (patterns.length > MAX_PATTERNS) throw new Error(`Too many patterns in "${phrase}"`)
  return [...new Set(patterns.map((pattern) => pattern.replace(/ +/g, ' ').trim()))].filter((pattern) => pattern !== '')
}

/** Parses "a|b|c" up to a closing bracket or the end. */
function choices(phrase: string, from: number): { patterns: string[]; rest: number } {
  const patterns: string[] = []
  let current = ['']
  let at = from
  while (at < phrase.length && phrase[at] !== ')') {
    if (phrase[at] === '|') {
      patterns.push(...current)
      current = ['']
      at++
      continue
    }
    let part = [phrase[at] as string]
    let next = at + 1
    if (phrase[at] === '(') {
      const inner = choices(phrase, next)
      if (phrase[inner.rest] !== ')') throw new Error(`Missing closing bracket in "${phrase}"`)
      part = inner.patterns
      next = inner.rest + 1
    }
    if (phrase[next] === '?') {
      part = [...part, '']
      next++
    }
    current = current.flatMap((before) => part.map((one) => before + one))
    at = next
  }
  return { patterns: [...patterns, ...current], rest: at }
}

const WORD = 1
const SPACE = 2
/** The kind of each character, computed on first use. Words consist of alphabetic characters, marks and digits. */
const KINDS = new Uint8Array(65_536).fill(255)

function kindAt(text: string, at: number): number {
  const code = text.charCodeAt(at)
  const known = KINDS[code] as number
  if (known !== 255) return known
  const sign = text[at] as string
  const kind = /[\p{L}\p{M}\p{N}]/u.test(sign) ? WORD : /\s/.test(sign) ? SPACE : 0
  KINDS[code] = kind
  return kind
}

export const isWordAt = (text: string, at: number): boolean => at >= 0 && at < text.length && kindAt(text, at) === WORD
export const isSpaceAt = (text: string, at: number): boolean => at < text.length && kindAt(text, at) === SPACE

export function afterSpaces(text: string, at: number): number {
  let here = at
  while (isSpaceAt(text, here)) here++
  return here
}

export function endOfWord(text: string, at: number, most = text.length): number {
  const limit = Math.min(text.length, at + most)
  let here = at
  while (here < limit && isWordAt(text, here)) here++
  return here
}
