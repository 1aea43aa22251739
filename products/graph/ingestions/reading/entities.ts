// The entities that an RDF/XML DOCTYPE declares. The RDF/XML parser itself does not expand references in their values.
type Value = () => string
type Refuse = (message: string) => Error

/** Values are resolved on first use, because an unused faulty entity is not an error. */
export function entitiesOf(doctype: string, refuse: Refuse): Map<string, Value> {
  const declared = declarationsIn(doctype)
  const known = new Map<string, string>()
  let together = 0

  function resolved(name: string, within: readonly string[]): string {
    const before = known.get(name)
    if (before !== undefined) return before
    const text = declared.get(name)
    if (typeof text !== 'string') throw refuse(`The entity ${short(name)} is not declared in the document.`)
    if (within.includes(name)) throw refuse(`The entity ${short(name)} refers to itself.`)
    if (within.length === DEPTH)
      throw refuse(`The entity ${short(within[0]!)} is nested more than ${DEPTH} entities deep.`)
    const wrong = (what: string) => refuse(`The entity ${short(name)} ${what}.`)
    const value = expanded(text, wrong, (inner) => resolved(inner, [...within, name]))
    together += value.length
    if (together > TOGETHER) throw refuse(`The entities together are longer than ${TOGETHER} characters.`)
    known.set(name, value)
    return value
  }

  const internal = [...declared].flatMap(([name, text]) => (text === EXTERNAL ? [] : [name]))
  return new Map(internal.map((name) => [name, () => resolved(name, [])]))
}
const DEPTH = 20
const LONGEST = 65_536
const TOGETHER = 16 * LONGEST

const EXTERNAL = Symbol('external')
const PREDEFINED = new Map(Object.entries({ lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" }))

/** Skips comments, instructions and other quoted text. Unclosed ones match to the end, or each would be tried again. */
const TOKEN =
  /<!--.*?(?:-->|$)|<\?.*?(?:\?>|$)|<!ENTITY\s+([^\s%&;<>"']+)\s+(?:"([^"]*)"\s*>|'([^']*)'\s*>|(?:SYSTEM|PUBLIC)\s)|"[^"]*(?:"|$)|'[^']*(?:'|$)|[^<"']+|</gsu

function declarationsIn(doctype: string): Map<string, string | typeof EXTERNAL> {
  const declared = new Map<string, string | typeof EXTERNAL>()
  for (const [, name, quoted, apostrophed] of doctype.matchAll(TOKEN)) {
    // The first declaration binds (XML 1.0 §4.2), and predefined entities need none (§4.6).
    if (name === undefined || declared.has(name) || PREDEFINED.has(name)) continue
    declared.set(name, quoted ?? apostrophed ?? EXTERNAL)
  }
  return declared
}

/**
 * Expands twice: character references in the declaration, then all references in its use (XML 1.0 §4.5, appendix D).
 */
function expanded(text: string, wrong: Refuse, inner: (name: string) => string): string {
  const character = (reference: string): string => {
    const made = characterOf(reference)
    if (made === undefined) throw wrong(`has ${short(reference)}, which is not an XML character`)
    return made
  }
  const replacement = text.replace(/&#[^&;]*;/g, character)
  if (replacement.includes('<')) throw wrong('has markup, which is not supported: write it where it is used')
  let value = ''
  for (const [part, reference] of replacement.matchAll(/&([^&;]*);|[^&]+|&/g)) {
    if (part === '&') throw wrong('has an & that starts no reference')
    value +=
      reference === undefined
        ? part
        : reference.startsWith('#')
          ? character(part)
          : (PREDEFINED.get(reference) ?? inner(reference))
    if (value.length > LONGEST) throw wrong(`is longer than ${LONGEST} characters`)
  }
  return value
}

const CHARACTER = /^[\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]$/u

function characterOf(reference: string): string | undefined {
  const [, hex, decimal] = /^&#(?:x([0-9a-fA-F]+)|(\d+));$/.exec(reference) ?? []
  const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16)
  if (!(code <= 0x10ffff)) return undefined
  const made = String.fromCodePoint(code)
  return CHARACTER.test(made) ? made : undefined
}

const short = (text: string): string => text.slice(0, 100)
