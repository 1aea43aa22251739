// Checks the text before any parser sees it, so that recursive parsers get no deep text and the lexer's patterns no
// text on which they take quadratic time. It knows tokens but not grammar; the parser reports other errors.
import { invalidSparql, tooComplex, tooMany } from './problems.ts'

const DEPTH_LIMIT = 64
const SIZE_LIMIT = { query: 64 * 1024, update: 1024 * 1024 } as const
/** The longest keyword has 14 characters; prefixes and names contain a colon. */
const WORD_LIMIT = 64

type Kind = 'query' | 'update'
type Counted = 'terms' | 'values' | 'variables' | 'operators' | 'braces' | 'brackets and parentheses' | 'operations'
const COUNT_LIMITS: Record<Kind, Record<Counted, number>> = {
  query: {
    terms: 4000,
    values: 12_000,
    variables: 2000,
    operators: 500,
    braces: 1000,
    'brackets and parentheses': 12_000,
    operations: 1,
  },
  update: {
    terms: 60_000,
    values: 12_000,
    variables: 4000,
    operators: 1000,
    braces: 10_000,
    'brackets and parentheses': 20_000,
    operations: 1000,
  },
}

export function refuseLargeText(source: string, kind: Kind): void {
  const limit = SIZE_LIMIT[kind]
  if (source.length > limit || Buffer.byteLength(source) > limit)
    throw tooComplex(`The ${kind} is longer than ${limit / 1024} KiB.`, limit)
}

/** Throws for text that must not reach the parser. */
export function scan(text: string, kind: Kind): void {
  const counts: Record<Counted, number> = {
    terms: 0,
    values: 0,
    variables: 0,
    operators: 0,
    braces: 0,
    'brackets and parentheses': 0,
    operations: 0,
  }
  const count = (what: Counted): void => {
    counts[what] += 1
    if (counts[what] > COUNT_LIMITS[kind][what]) throw tooMany(what, COUNT_LIMITS[kind][what])
  }
  let depth = 0
  const isInValues = valuesBlocks()
  for (const token of tokens(text)) {
    if (token.kind === 'open') depth += 1
    if (token.kind === 'close') depth -= 1
    if (depth > DEPTH_LIMIT) throw tooComplex(`Brackets are nested deeper than ${DEPTH_LIMIT} levels.`, DEPTH_LIMIT)
    if (token.kind === 'word') refuseLongWord(text, token)
    const inValues = isInValues(token)
    const counted = countedAs(token, kind)
    if (counted) count(inValues && counted === 'terms' ? 'values' : counted)
  }
}

/** Returns for each token in turn whether it is inside the braces of VALUES. */
function valuesBlocks(): (token: Token) => boolean {
  let place: 'outside' | 'before' | 'inside' = 'outside'
  return ({ kind, image }) => {
    if (kind === 'word' && /^values$/i.test(image)) place = 'before'
    else if (image === '{') place = place === 'before' ? 'inside' : 'outside'
    else if (image === '}') place = 'outside'
    return place === 'inside'
  }
}

interface Token {
  kind: 'word' | 'variable' | 'name' | 'iri' | 'string' | 'number' | 'open' | 'close' | 'operator' | 'other'
  image: string
  offset: number
}

const BLANK = /(?:[\t\n\r ]+|#[^\r\n]*)+/y
const IRI = /<[^\0- "<>\\^`{|}]*>/y
// Wider than PN_CHARS: the parser rejects the extra characters anyway.
const WORD = /[A-Za-z_\u00b7-\uffff][\w\u00b7-\uffff.-]*/y
const LOCAL = /:(?:[\w\u00b7-\uffff.:%-]|\\[^\s])*/y
const VARIABLE = /[?$][\w\u00b7-\uffff]+/y
const NUMBER = /[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?/y
const LANGUAGE = /@[A-Za-z]+(?:-[\dA-Za-z]+)*/y
const OPERATOR = /\^\^|\|\||&&|[!<>]=|[|/^?*+\-!=<>]/y

/** The tokens outside comments, in order, in linear time. */
export function* tokens(text: string): Generator<Token> {
  let at = 0
  const read = (pattern: RegExp, from = at): number => {
    pattern.lastIndex = from
    return pattern.test(text) ? pattern.lastIndex : from
  }
  while (at < text.length) {
    at = read(BLANK)
    if (at >= text.length) return
    const [kind, end] = tokenAt(text, at, read)
    yield { kind, image: text.slice(at, end), offset: at }
    at = end
  }
}

type Read = (pattern: RegExp, from?: number) => number

function tokenAt(text: string, at: number, read: Read): [Token['kind'], number] {
  const first = text[at]!
  if ('{(['.includes(first)) return ['open', at + 1]
  if ('})]'.includes(first)) return ['close', at + 1]
  if (first === '"' || first === "'") return ['string', stringEnd(text, at)]
  const word = read(WORD)
  const name = read(LOCAL, word)
  if (name > word) return ['name', name]
  if (word > at) return ['word', word]
  for (const [kind, pattern] of PLAIN) {
    const end = read(pattern)
    if (end > at) return [kind, end]
  }
  return ['other', at + 1]
}

const PLAIN: readonly [Token['kind'], RegExp][] = [
  ['iri', IRI],
  ['variable', VARIABLE],
  ['number', NUMBER],
  ['other', LANGUAGE],
  ['operator', OPERATOR],
]

function stringEnd(text: string, at: number): number {
  const quote = text[at]!
  const long = text.startsWith(quote.repeat(3), at)
  const close = long ? quote.repeat(3) : quote
  for (let i = at + close.length; i < text.length; i += 1) {
    if (text.startsWith(close, i)) return i + close.length
    if (!long && (text[i] === '\n' || text[i] === '\r')) break
    if (text[i] === '\\') i += 1
  }
  throw invalidSparql(text, 'The string that starts here is not closed.', {
    offset: at,
    token: close,
    expected: [close],
  })
}

function refuseLongWord(text: string, { image, offset }: Token): void {
  if (image.length > WORD_LIMIT)
    throw invalidSparql(text, 'This is neither a keyword nor a prefixed name.', {
      offset,
      token: `${image.slice(0, WORD_LIMIT)}…`,
    })
}

const TERMS: ReadonlySet<Token['kind']> = new Set(['iri', 'name', 'string', 'number'])
const OPERATION = /^(?:load|clear|drop|create|add|move|copy|insert|delete)/i

function countedAs({ kind, image }: Token, text: Kind): Counted | undefined {
  if (TERMS.has(kind)) return 'terms'
  if (kind === 'variable') return 'variables'
  if (kind === 'operator') return image === '^^' ? undefined : 'operators'
  if (kind === 'open') return image === '{' ? 'braces' : 'brackets and parentheses'
  if (kind === 'word' && text === 'update' && OPERATION.test(image)) return 'operations'
  return undefined
}
