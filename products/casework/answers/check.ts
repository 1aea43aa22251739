// The last gate of every answer, whoever worded it: a sentence stays only where each name, number and rating in it stands
// in a source that the sentence itself cites. Pure.
import type { Citation } from '@veritrace/contract/casework/shapes'

export interface Sentence {
  text: string
  /** Numbers of the citations that it rests on. */
  cites: readonly number[]
}

export interface CheckRules {
  /** Codes of the pack's rating scheme: a sentence gives none that its sources do not. */
  codes: readonly string[]
  /** Other languages write every noun with a capital. */
  capitalsTell: boolean
}

type Source = Pick<Citation, 'title' | 'quote'>

export const isBorneOut = (sentence: Sentence, sources: readonly (Source | undefined)[], rules: CheckRules): boolean =>
  sentence.cites.length > 0 &&
  sources.every((source) => source !== undefined) &&
  unsupported(sentence.text, sources as Source[], rules).length === 0

/** What a text claims that no source has; empty where all is borne out. */
export function unsupported(text: string, sources: readonly Source[], rules: CheckRules): string[] {
  const said = sources.flatMap(({ title, quote }) => tokensOf(`${title} \n ${quote}`))
  const exact = new Set(said)
  const known = new Set(said.map((token) => token.toLowerCase()))
  return claimsIn(text, rules)
    .filter(({ token, isExact }) => (isExact ? !exact.has(token) : !knows(known, token.toLowerCase())))
    .map(({ token }) => token)
}

interface Claim {
  token: string
  /** `A` is a code, `a` is a word. */
  isExact: boolean
}

function claimsIn(text: string, { codes, capitalsTell }: CheckRules): Claim[] {
  const words = wordsOf(text)
  return words.flatMap(({ token, isFirst }, place): Claim[] => {
    if (codes.includes(token)) return isArticle(words, place) ? [] : [{ token, isExact: true }]
    if (NUMBER_WORDS.has(token.toLowerCase()) || isNumber(token) || isTelling(token)) return [{ token, isExact: false }]
    const isCapital = capitalsTell && !isFirst && /^\p{Lu}/u.test(token) && token !== 'I'
    return isCapital ? [{ token, isExact: false }] : []
  })
}

/** `A list …` at the beginning is no rating. */
const isArticle = (words: readonly Word[], place: number): boolean =>
  words[place]!.isFirst && words[place]!.token === 'A' && /^\p{Ll}/u.test(words[place + 1]?.token ?? '')

const knows = (known: ReadonlySet<string>, token: string): boolean =>
  known.has(token) ||
  // `Lists` where the source has `list`, and the other way round; never for names and numbers.
  (/^\p{L}+$/u.test(token) && (known.has(token.replace(/s$/, '')) || known.has(`${token}s`))) ||
  (NUMBER_WORDS.get(token) !== undefined && known.has(NUMBER_WORDS.get(token)!))

interface Word {
  token: string
  isFirst: boolean
}

/** Letters, digits and what names are written with; `TABL:VBAK` is two, `S/4HANA` and `1,5` are one. */
const TOKEN = /[\p{L}\p{N}_$/][\p{L}\p{M}\p{N}_$/.,'’-]*/gu
const MARKER = /\[\d+\]/g

function wordsOf(text: string): Word[] {
  let isFirst = true
  const plain = text.replace(MARKER, ' ')
  return [...plain.matchAll(TOKEN)].flatMap(({ 0: raw, index }) => {
    const token = bare(raw)
    if (!token) return []
    const word = { token, isFirst }
    const after = plain.slice(index + token.length, index + token.length + 3)
    isFirst = /^[.!?:;](?:\s|$)/.test(after) || /^\s*[\n“"]/.test(after)
    return [word]
  })
}

const tokensOf = (text: string): string[] =>
  wordsOf(text).flatMap(({ token }) => (/[/-]/.test(token) ? [token, ...token.split(/[/-]/).filter(Boolean)] : [token]))

const bare = (raw: string): string => raw.replace(/^['’]+|['’.,-]+$/gu, '').replace(/['’]s$/u, '')

const isNumber = (token: string): boolean => /^\d+(?:[.,]\d+)*$/.test(token)

/** Words that look like names of things: capitals, digits, underscores, slashes, or a capital inside. */
const isTelling = (token: string): boolean =>
  /[_$]/.test(token) ||
  (/\p{N}/u.test(token) && /\p{L}/u.test(token)) ||
  /^\/.+\/./.test(token) ||
  (token.length > 2 && token === token.toUpperCase() && /\p{Lu}/u.test(token)) ||
  /\p{Ll}\p{Lu}/u.test(token)

const NUMBER_WORDS = new Map([
  ...['two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten', 'eleven', 'twelve'].map(
    (word, place) => [word, String(place + 2)] as const,
  ),
  ...(['dozen', 'hundred', 'thousand', 'million', 'half', 'twice'] as const).map((word) => [word, word] as const),
])

/** Names that stand in a text, each once. */
export const tellingIn = (text: string): string[] => [
  ...new Set(
    wordsOf(text)
      .map(({ token }) => token.replace(/[?!]+$/, ''))
      .filter((token) => isTelling(token) && !isNumber(token)),
  ),
]

/** Whether the name stands in the text as a word of its own. */
export const namesIt = (text: string, name: string): boolean =>
  tokensOf(text).some((token) => token.toLowerCase() === name.toLowerCase())
