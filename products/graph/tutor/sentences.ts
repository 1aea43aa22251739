// Statements as plain English sentences. Nothing is added that the statement does not say.
import { DESCRIPTIONS, isLabel, RDF_TYPE, wordsOfIri } from '../search/label-rules.ts'

export interface Said {
  subject: string
  predicate: string
  object: string
  isText: boolean
}

/** The best label of a node, or words made of its id. */
export type NameOf = (node: string) => string

const LONGEST_TEXT = 400

/** One sentence for statements with the same subject and predicate. */
export function sentence(said: readonly [Said, ...Said[]], nameOf: NameOf): string {
  const [{ subject, predicate }] = said
  const name = nameOf(subject)
  const values = said.map(({ object, isText }) => (isText ? shortened(object) : nameOf(object)))
  if (predicate === RDF_TYPE) return `${name} is ${inWords(values.map(withArticle))}.`
  if (isLabel(predicate)) return named(name, values)
  if (DESCRIPTIONS.includes(predicate)) return `${name} is described as ${inWords(values.map(quoted))}.`
  const phrase = phraseOf(predicate, nameOf)
  if (isVerb(phrase)) return ended(`${name} ${asVerb(phrase)} ${inWords(values)}`)
  return ended(`The ${phrase} of ${name} ${values.length > 1 ? 'are' : 'is'} ${inWords(values)}`)
}

/** A question that the statement answers. */
export function questionFor({ subject, predicate }: Said, nameOf: NameOf): string | undefined {
  const name = nameOf(subject)
  if (predicate === RDF_TYPE) return `What is ${name}?`
  if (isLabel(predicate)) return undefined
  if (DESCRIPTIONS.includes(predicate)) return `How is ${name} described?`
  const phrase = phraseOf(predicate, nameOf)
  return isVerb(phrase) ? `${name} ${asVerb(phrase)} whom or what?` : `What is the ${phrase} of ${name}?`
}

export function phraseOf(predicate: string, nameOf: NameOf): string {
  const name = nameOf(predicate)
  // Of an IRI all words, of a label the first: `worksFor` is `works for`, `DNS name` stays.
  const capitals = name === nameFromIri(predicate) ? /(?<!\p{L})\p{Lu}(?!\p{Lu})/gu : /^\p{Lu}(?!\p{Lu})/u
  return name.replace(capitals, (letter) => letter.toLowerCase())
}

export const nameFromIri = (node: string): string => (node.startsWith('_:') ? node : wordsOfIri(node) || node)

function named(name: string, values: readonly string[]): string {
  const others = values.filter((value) => value !== name)
  return others.length > 0
    ? `${name} is called ${inWords(others.map(quoted))}.`
    : `There is something called “${name}”.`
}

const PREPOSITIONS = new Set([
  'of',
  'for',
  'by',
  'in',
  'at',
  'to',
  'with',
  'from',
  'on',
  'as',
  'about',
  'into',
  'under',
])
const NOUNS_IN_S = new Set(['address', 'status', 'class', 'alias', 'news', 'series', 'process', 'access', 'basis'])

/** `works for`, `knows`, `is part of`, `located in`; not `birth date` or `address`. */
function isVerb(phrase: string): boolean {
  const words = phrase.toLowerCase().split(' ')
  const first = words[0]!
  if (words.length > 1 && PREPOSITIONS.has(words.at(-1)!)) return true
  return first === 'is' || first === 'has' || (first.length > 3 && /[^s]s$/.test(first) && !NOUNS_IN_S.has(first))
}

/** Without the ending that tells others, such as in `made of` and `written by`; `born` is what somebody was. */
const PARTICIPLES = new Set(
  (
    'begun bought bound broken brought built chosen cut done drawn driven fed found given grown held hidden kept known led left ' +
    'lent lost made meant met paid put read run said seen sent set shown sold spent spoken sung taken taught told won worn written'
  ).split(' '),
)

/** `located in` needs an `is`, and `member of` an article too. */
function asVerb(phrase: string): string {
  const first = phrase.split(' ')[0]!
  if (/^(is|has|was|are)$/i.test(first) || /[^s]s$/.test(first)) return phrase
  if (first === 'born') return `was ${phrase}`
  if (/ed$/.test(first) || PARTICIPLES.has(first)) return `is ${phrase}`
  return phrase.includes(' ') ? `is ${withArticle(phrase)}` : phrase
}

const withArticle = (noun: string): string => `${/^[aeiou]/i.test(noun) ? 'an' : 'a'} ${noun}`
const quoted = (text: string): string => `“${text}”`
const ended = (text: string): string => (/[.!?]$/.test(text) ? text : `${text}.`)

function shortened(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim()
  return line.length <= LONGEST_TEXT
    ? line
    : `${line
        .slice(0, LONGEST_TEXT)
        .toWellFormed()
        .replace(/\s\S*$/, '')} …`
}

function inWords(values: readonly string[]): string {
  if (values.length < 2) return values[0] ?? ''
  return `${values.slice(0, -1).join(', ')} and ${values.at(-1)}`
}
