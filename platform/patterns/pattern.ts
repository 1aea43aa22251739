// Regular expressions from callers. They run on RE2, whose time grows linearly with the text, so that no pattern can
// block a thread; features that RE2 lacks are refused (docs/adr/0052).
import { RE2JS, RE2JSException } from 're2js'
import { SCRIPT, XPATH } from './dialects.ts'
import { readLiteral, readPattern } from './read-pattern.ts'
import { invalid, type Node, PatternError, refuse } from './tree.ts'
import { type Limits, writeRe2 } from './write-re2.ts'

export { PatternError }

export interface Pattern {
  source: string
  /** The most steps per character of a text. */
  steps: number
  test(text: string): boolean
  /** The named groups of the first match; undefined without a match. */
  exec(text: string): { groups: Readonly<Record<string, string | undefined>> } | undefined
}

const LIMITS: Limits = { characters: 10_000, steps: 5_000, memoryBytes: 1_048_576 }

/** The dialect of SHACL, SPARQL and XPath: XPath Functions 3.1 §5.6.1, with its flags. */
export function xpathPattern(source: string, flags = '', limits = LIMITS): Pattern {
  if (!/^[smixq]*$/.test(flags)) invalid(`The flags “${flags}” are not among s, m, i, x and q.`)
  refuseLong(source, limits)
  if (flags.includes('q')) return compile(source, readLiteral(source, flags), limits)
  const text = flags.includes('x') ? withoutSpaces(source) : source
  return compile(source, readPattern(text, flags, XPATH), limits)
}

/** JavaScript's dialect, without lookaround and back-references. */
export function scriptPattern(source: string, flags = '', limits = LIMITS): Pattern {
  if (!/^[ims]*$/.test(flags)) invalid(`The flags “${flags}” are not among i, m and s.`)
  refuseLong(source, limits)
  return compile(source, readPattern(source, flags, SCRIPT), limits)
}

function refuseLong(source: string, { characters }: Limits): void {
  if (source.length > characters) refuse(`It has more than ${characters} characters.`)
}

function compile(source: string, node: Node, limits: Limits): Pattern {
  const { text, steps } = writeRe2(node, limits)
  const re2 = compileRe2(text)
  let isBounded = false
  return {
    source,
    steps,
    test(text) {
      // The automaton is created on first use, which most patterns never reach.
      if (!isBounded) {
        const { dfa } = re2.re2()
        dfa.stateBudget = dfa.memBudget = limits.memoryBytes
        isBounded = true
      }
      return re2.test(text)
    },
    exec(text) {
      const found = re2.exec(text)
      return found ? { groups: (found as { groups?: Record<string, string> }).groups ?? {} } : undefined
    },
  }
}

function compileRe2(text: string): RE2JS {
  try {
    return RE2JS.compile(text)
  } catch (error) {
    if (error instanceof RE2JSException) return refuse(`It is too deep or too large: ${error.message}.`)
    throw error
  }
}

/** Spaces in a class are retained. */
function withoutSpaces(pattern: string): string {
  let text = ''
  let depth = 0
  for (let at = 0; at < pattern.length; at++) {
    const next = pattern[at]!
    if (next === '\\') {
      text += pattern.slice(at, at + 2)
      at++
      continue
    }
    // In a class, only a subtracted class opens another one.
    if (next === '[' && (depth === 0 || pattern[at - 1] === '-')) depth++
    if (next === ']' && depth > 0) depth--
    if (depth > 0 || !/[ \t\n\r]/.test(next)) text += next
  }
  return text
}
