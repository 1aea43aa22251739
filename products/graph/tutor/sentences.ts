// Phrases statements as plain English sentences, without adding anything.
import { DESCRIPTIONS, isLabel, RDF_TYPE, wordsOfIri } from '../search/label-rules.ts'

export interface Triple {
  subject: string
  predicate: string
  object: string
  isText: boolean
}

/** Returns the best label of a node, or words derived from its id. */
export type NameOf = (node: string) => string

const LONGEST_TEXT = 400

/** One sentence for statements with the same subject and predicate. */
export function sentence(triples: readonly [Triple, ...Triple[]], nameOf: NameOf): string {
  const [{ subject, predicate }] = triples
  const name = nameOf(subject)
  const values = triples.map(({ object, isText }) => (isText ? shortened(object) : nameOf(object)))
  if (predicate === RDF_TYPE) return `${name} is ${inWords(values.map(withArticle))}.`
  if (isLabel(predicate)) return named(name, values)
  if (DESCRIPTIONS.includes(predicate)) return `${name} is described as ${inWords(values.map(quoted))}.`
  const phrase = phraseOf(predicate, nameOf)
  if (isVerb(phrase)) return ended(`${name} ${asVerb(phrase)} ${inWords(values)}`)
  return ended(`The ${phrase} of ${name} ${values.length > 1 ? 'are' : 'is'} ${inWords(values)}`)
}

/** A question that the statement answers. */
export function questionFor({ subject, predicate }: Triple, nameOf: NameOf): string | undefined {
  const name = nameOf(subject)
  if (predicate === RDF_TYPE) return `What is ${name}?`
  if (isLabel(predicate)) return undefined
  if (DESCRIPTIONS.includes(predicate)) return `How is ${name} described?`
  const phrase = phraseOf(predicate, nameOf)
  return isVerb(phrase) ? `${name} ${asVerb(phrase)} whom or what?` : `What is the ${phrase} of ${name}?`
}

export function phraseOf(predicate: string, nameOf: NameOf): string {
  const name = nameOf(predicate)
  // Lowercases all words of an IRI, but only the first of a label: `worksFor` is `works for`, `DNS name` stays.
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

/** True for `works for`, `knows`, `is part of`, `located in`; false for `birth date` or `address`. */
function isVerb(phrase: string): boolean {
  const words = phrase.toLowerCase().split(' ')
  const first = words[0]!
  if (words.length > 1 && PREPOSITIONS.has(words.at(-1)!)) return true
  return first === 'is' || first === 'has' || (first.length > 3 && /[^s]s$/.test(first) && !NOUNS_IN_S.has(first))
}

/** Participles without the ending -ed, as in `made of` and `written by`. `born` is handled separately. */
const PARTICIPLES = new Set(
  (
    'begun bought bound broken brought built chosen cut done drawn driven fed found given grown held hidden kept known led left ' +
    'lent lost made meant met paid put read run said seen sent set shown sold spent spoken sung taken taught told won worn written'
  ).split(' '),
)

/** Adds `is` to `located in`, and also an article to `member of`. */
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
