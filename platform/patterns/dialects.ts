// The two dialects of patterns: XPath's, which SHACL and SPARQL use (XPath Functions 3.1 §5.6.1 on XML Schema Datatypes
// §G), and JavaScript's, which packs use.
import { BLOCKS } from './blocks.ts'
import { allBut, anyOf, type Characters, charactersOf, withProperty } from './characters.ts'
import { type CodeSet, setOf, union } from './sets.ts'
import { invalid } from './tree.ts'

export interface Dialect {
  /** Class escapes such as `d`; the uppercase form is the complement. */
  classes: Readonly<Record<string, () => Characters>>
  /** The characters that `.` does not match without the flag `s`. */
  lineEnds: CodeSet
  /** `[a-z-[aeiou]]` */
  hasSubtraction: boolean
  flags: string
}

const ranges = (text: string): CodeSet =>
  union(...text.split(' ').map((range) => range.split('-').map((code) => Number.parseInt(code, 16))))

/** XML 1.1 §2.3 */
const nameStart = (): Characters =>
  charactersOf(
    union(
      setOf(':_'),
      ranges('41-5a 61-7a c0-d6 d8-f6 f8-2ff 370-37d 37f-1fff 200c-200d 2070-218f 2c00-2fef 3001-d7ff'),
      ranges('f900-fdcf fdf0-fffd 10000-effff'),
    ),
  )
const nameMember = (): Characters =>
  anyOf(nameStart(), charactersOf(union(setOf('-.\u00b7'), ranges('30-39 300-36f 203f-2040'))))

const has = (...properties: readonly string[]): Characters => anyOf(...properties.map((one) => withProperty(one)!))

export const XPATH: Dialect = {
  classes: {
    d: () => has('Nd'),
    s: () => charactersOf(setOf(' \t\n\r')),
    // Everything except punctuation, separators and “other”. XML Schema excludes the underscore as punctuation, but all
    // other implementations include it, and shapes rely on that.
    w: () => anyOf(has('L', 'M', 'N', 'S'), charactersOf(setOf('_'))),
    i: nameStart,
    c: nameMember,
  },
  lineEnds: setOf('\n\r'),
  hasSubtraction: true,
  flags: 'smixq',
}

export const SCRIPT: Dialect = {
  classes: {
    d: () => charactersOf(ranges('30-39')),
    // ECMA-262 §22.2.2.9
    s: () =>
      charactersOf(union(setOf('\t\n\v\f\r \u00a0\u1680\u2028\u2029\u202f\u205f\u3000\ufeff'), ranges('2000-200a'))),
    w: () => charactersOf(ranges('30-39 41-5a 5f-5f 61-7a')),
  },
  lineEnds: setOf('\n\r\u2028\u2029'),
  hasSubtraction: false,
  flags: 'ims',
}

/** Resolves `\p{…}`: an XPath block, a category, a script, or another Unicode property. */
export function propertyOf(word: string): Characters {
  const block = /^Is(.+)$/.exec(word)?.[1]
  if (block !== undefined) {
    const found = blockOf(block)
    return found ? charactersOf(found) : invalid(`There is no Unicode block “${block}”.`)
  }
  if (!/^[A-Za-z][A-Za-z0-9_]*(?:=[A-Za-z0-9_]+)?$/.test(word)) return invalid(`\\p{${word}} names no property.`)
  return withProperty(word) ?? invalid(`There is no Unicode property “${word}”.`)
}

/** Block names of XML Schema 1.0 that Unicode has renamed. */
const OLDER: Readonly<Record<string, readonly string[]>> = {
  greek: ['greekandcoptic'],
  combiningmarksforsymbols: ['combiningdiacriticalmarksforsymbols'],
  privateuse: ['privateusearea', 'supplementaryprivateuseareaa', 'supplementaryprivateuseareab'],
}

let blocks: ReadonlyMap<string, CodeSet> | undefined

function blockOf(given: string): CodeSet | undefined {
  blocks ??= new Map(
    BLOCKS.trim()
      .split(/,\s/)
      .map((line) => {
        const [first, last, called] = line.split(' ') as [string, string, string]
        return [called.toLowerCase(), [Number.parseInt(first, 16), Number.parseInt(last, 16)]]
      }),
  )
  const plain = given.toLowerCase().replace(/[\s_-]/g, '')
  const found = (OLDER[plain] ?? [plain]).map((one) => blocks!.get(one))
  return found.every((one) => one !== undefined) ? union(...found) : undefined
}

/** The set for `d`; for `D`, its complement. */
export function classOf({ classes }: Dialect, letter: string): Characters | undefined {
  const own = Object.hasOwn(classes, letter) ? classes[letter] : undefined
  if (own) return own()
  const small = letter.toLowerCase()
  return letter !== small && Object.hasOwn(classes, small) ? allBut(classes[small]!()) : undefined
}
