// Extracts the words of a question that carry its meaning.
import { termsIn, wordsIn } from '../search/text/tokenize.ts'

export interface Question {
  /** Distinct words in order. */
  words: string[]
  /** Capitalized words. An answer must be about at least one of them. */
  names: string[]
}

const EMPTY = new Set(
  (
    'a an and are as at be been being but by can could did do does for from had has have he her him his how i if in into is ' +
    'it its me my of on or our she should so some such tell than that the their them there these they this those to us ' +
    'was we were what when where which who whom whose why will with would you your about please explain describe list ' +
    'show give find know many much'
  ).split(' '),
)

export function readQuestion(text: string): Question {
  const all = termsIn(text)
  const words = [...new Set(all.filter((word) => !EMPTY.has(word)))]
  const first = wordsIn(text)[0]?.start
  const names = wordsIn(text)
    .filter(({ term, start }) => start !== first && words.includes(term) && /^\p{Lu}/u.test(text.slice(start)))
    .map(({ term }) => term)
  return { words, names: [...new Set(names)] }
}

/** `works` and `working` are forms of `work`. */
export function isForm(a: string, b: string): boolean {
  if (a === b) return true
  const [short, long] = a.length < b.length ? [a, b] : [b, a]
  return short.length >= 3 && stem(short) === stem(long)
}

const stem = (word: string): string =>
  word.length < 4 ? word : word.replace(/(?:ies|ied)$/, 'y').replace(/(?:ing|ed|es|s|e)$/, '')
