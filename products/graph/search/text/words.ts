// Words of a text as the index knows them: in lower case, without accents. Scripts that put no spaces between words are
// read in pairs of characters.

export interface Word {
  term: string
  /** Where it stands in the text. */
  start: number
  end: number
}

/** Longer ones are no words; what is cut off is not searched. */
const LONGEST_WORD = 64

const ASCII = /^[\0-\x7f]*$/
const ASCII_WORD = /[a-z0-9]+/g
const WORD = /[\p{L}\p{N}\p{M}]+/gu
const UNSPACED = /\p{sc=Han}|\p{sc=Hiragana}|\p{sc=Katakana}|\p{sc=Thai}|\p{sc=Lao}|\p{sc=Khmer}|\p{sc=Myanmar}/u

export function termsIn(text: string): string[] {
  if (!ASCII.test(text)) return wordsIn(text).map(({ term }) => term)
  return (text.toLowerCase().match(ASCII_WORD) ?? []).map((term) => term.slice(0, LONGEST_WORD))
}

export function wordsIn(text: string): Word[] {
  const words: Word[] = []
  for (const { 0: word, index: start } of text.matchAll(WORD)) {
    if (UNSPACED.test(word)) words.push(...pairsIn(word, start))
    else words.push({ term: fold(word).slice(0, LONGEST_WORD), start, end: start + word.length })
  }
  return words
}

/** `東京都` is `東京` and `京都`; a lone character is itself. */
function pairsIn(word: string, start: number): Word[] {
  const characters = [...word]
  const pairs: Word[] = []
  let at = start
  characters.forEach((character, i) => {
    const next = characters[i + 1]
    if (next !== undefined || characters.length === 1) {
      const pair = character + (next ?? '')
      pairs.push({ term: fold(pair), start: at, end: at + pair.length })
    }
    at += character.length
  })
  return pairs
}

/** `Ångström` is `angstrom`; marks of scripts in which they are vowels stay. */
const fold = (word: string): string =>
  word
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]+/g, '')
    .toLowerCase()
    .replaceAll('ß', 'ss')
    .replaceAll('ς', 'σ')
    .normalize('NFC')
