// Splits text into index terms: lower case, without accents. Scripts without spaces are indexed as pairs of characters,
// and single characters are searchable as well. An emoji is a word.

export interface Word {
  term: string
  /** Position in the text. */
  start: number
  end: number
}

/** Longer words are cut, and the rest is not searched. */
const LONGEST_WORD = 64

const ASCII = /^[\0-\x7f]*$/
const ASCII_WORD = /[a-z0-9]+/g
const LETTER = '[\\p{L}\\p{N}\\p{M}]'
/** Includes letters shared by several scripts, such as the long vowel mark of kana. */
const UNSPACED = `[${['Han', 'Hiragana', 'Katakana', 'Thai', 'Lao', 'Khmer', 'Myanmar'].map((name) => `\\p{scx=${name}}`).join('')}]`
const HAS_UNSPACED = new RegExp(UNSPACED, 'v')
const PICTURE = '\\p{Extended_Pictographic}[\\ufe0f\\p{Emoji_Modifier}]*'
/** Includes joined emoji and flags. Excludes trademark signs, which Unicode classifies as pictographs. */
const EMOJI = `(?![©®™])${PICTURE}(?:\\u200d${PICTURE})*|\\p{Regional_Indicator}{2}`
const WORD = new RegExp(`(?<unspaced>[${LETTER}&&${UNSPACED}]+)|[${LETTER}--${UNSPACED}]+|${EMOJI}`, 'gv')

export function termsIn(text: string): string[] {
  if (!ASCII.test(text)) return wordsIn(text).map(({ term }) => term)
  return (text.toLowerCase().match(ASCII_WORD) ?? []).map((term) => term.slice(0, LONGEST_WORD))
}

export function wordsIn(text: string): Word[] {
  const words: Word[] = []
  for (const { 0: word, index: start, groups } of text.matchAll(WORD)) {
    if (groups!.unspaced) words.push(...pairsIn(word, start))
    else words.push({ term: fold(word).slice(0, LONGEST_WORD), start, end: start + word.length })
  }
  // Removes lone combining marks.
  return words.filter(({ term }) => term !== '')
}

/**
 * The single characters of words that are indexed as pairs: a query for one character matches all words that contain
 * it.
 */
export function partsIn(text: string): Word[] {
  if (!HAS_UNSPACED.test(text)) return []
  return [...text.matchAll(WORD)].flatMap(({ 0: word, index: start, groups }) =>
    groups!.unspaced ? charactersIn(word, start) : [],
  )
}

function charactersIn(word: string, start: number): Word[] {
  let end = start
  const parts = [...word].map((character) => {
    end += character.length
    return { term: fold(character), start: end - character.length, end }
  })
  // A single character is already a word.
  return parts.length > 1 ? parts : []
}

/** `東京都` becomes `東京` and `京都`; a single character is itself. */
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

/**
 * `Ångström` becomes `angstrom`. Marks that are vowels in their script stay. Both variants of an emoji become the same.
 */
const fold = (word: string): string => (PLAIN.test(word) ? word : foldAny(word))

/** Fast path: folding does not change most Chinese and Japanese characters, and long texts have very many of them. */
const PLAIN = /^[\u3041-\u3096\u30a1-\u30fa\u30fc\u4e00-\u9fff]+$/

const foldAny = (word: string): string =>
  word
    .normalize('NFKD')
    .replace(/[\u0300-\u036f\ufe0e\ufe0f]+/g, '')
    .toLowerCase()
    .replaceAll('ß', 'ss')
    .replaceAll('ς', 'σ')
    .normalize('NFC')
