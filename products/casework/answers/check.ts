// The final check of every answer: a sentence is kept only if every name, number and rating in it appears in a source
// that the sentence cites. Pure.
import type { Citation } from '@veritrace/contract/casework/shapes'

export interface Sentence {
  text: string
  /** The numbers of its citations. */
  cites: readonly number[]
}

export interface CheckRules {
  /** Codes of the pack's rating scheme. A sentence may contain only codes that its sources contain. */
  codes: readonly string[]
  /** True for English; some other languages capitalize every noun. */
  capitalsMarkNames: boolean
}

type Source = Pick<Citation, 'title' | 'quote'>

export const isSupported = (sentence: Sentence, sources: readonly (Source | undefined)[], rules: CheckRules): boolean =>
  sentence.cites.length > 0 &&
  sources.every((source) => source !== undefined) &&
  unsupported(sentence.text, sources as Source[], rules).length === 0

/** The claims in a text that no source supports. */
export function unsupported(text: string, sources: readonly Source[], rules: CheckRules): string[] {
  const sourceTokens = sources.flatMap(({ title, quote }) => tokensOf(`${title} \n ${quote}`))
  const exact = new Set(sourceTokens)
  const known = new Set(sourceTokens.map((token) => token.toLowerCase()))
  return claimsIn(text, rules)
    .filter(({ token, isExact }) => (isExact ? !exact.has(token) : !knows(known, token.toLowerCase())))
    .map(({ token }) => token)
}

interface Claim {
  token: string
  /** `A` is a code, but `a` is a word, so the case must match. */
  isExact: boolean
}

function claimsIn(text: string, { codes, capitalsMarkNames }: CheckRules): Claim[] {
  const words = wordsOf(text)
  return words.flatMap(({ token, isFirst }, place): Claim[] => {
    if (codes.includes(token)) return isArticle(words, place) ? [] : [{ token, isExact: true }]
    if (NUMBER_WORDS.has(token.toLowerCase()) || isNumber(token) || isName(token)) return [{ token, isExact: false }]
    const isCapital = capitalsMarkNames && !isFirst && /^\p{Lu}/u.test(token) && token !== 'I'
    return isCapital ? [{ token, isExact: false }] : []
  })
}

/** `A list …` at the start of a sentence is an article, not a rating. */
const isArticle = (words: readonly Word[], place: number): boolean =>
  words[place]!.isFirst && words[place]!.token === 'A' && /^\p{Ll}/u.test(words[place + 1]?.token ?? '')

const knows = (known: ReadonlySet<string>, token: string): boolean =>
  known.has(token) ||
  // Accept plural for singular and the other way round, but never for names and numbers.
  (/^\p{L}+$/u.test(token) && (known.has(token.replace(/s$/, '')) || known.has(`${token}s`))) ||
  (NUMBER_WORDS.get(token) !== undefined && known.has(NUMBER_WORDS.get(token)!))

interface Word {
  token: string
  isFirst: boolean
}

/** Alphanumerics and other characters used in names; `TABL:VBAK` is two tokens, `S/4HANA` and `1,5` are one each. */
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

/** Tokens that look like names: capitals, digits, underscores, slashes, or a capital inside. */
const isName = (token: string): boolean =>
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

/** The names in a text, without duplicates. */
export const namesInText = (text: string): string[] => [
  ...new Set(
    wordsOf(text)
      .map(({ token }) => token.replace(/[?!]+$/, ''))
      .filter((token) => isName(token) && !isNumber(token)),
  ),
]

/** Whether the text contains the name as a separate word. */
export const namesIt = (text: string, name: string): boolean =>
  tokensOf(text).some((token) => token.toLowerCase() === name.toLowerCase())
