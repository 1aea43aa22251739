// Words of a text as the index knows them: in lower case, without accents. Scripts that put no spaces between words are
// read in pairs of characters, each of which finds its text too. An emoji is a word.

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
const LETTER = '[\\p{L}\\p{N}\\p{M}]'
/** With the letters that scripts share, such as the long vowel of kana. */
const UNSPACED = `[${['Han', 'Hiragana', 'Katakana', 'Thai', 'Lao', 'Khmer', 'Myanmar'].map((name) => `\\p{scx=${name}}`).join('')}]`
const HAS_UNSPACED = new RegExp(UNSPACED, 'v')
const PICTURE = '\\p{Extended_Pictographic}[\\ufe0f\\p{Emoji_Modifier}]*'
/** Also several that are joined to one, and flags. Signs of trade are none, though Unicode counts them in. */
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
  // A mark that belongs to no letter.
  return words.filter(({ term }) => term !== '')
}

/** The characters of words that are read in pairs: who asks for one of them means all words that have it. */
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
  // A lone one is a word itself.
  return parts.length > 1 ? parts : []
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

/** `Ångström` is `angstrom`; marks of scripts in which they are vowels stay. An emoji is the same in both its looks. */
const fold = (word: string): string => (PLAIN.test(word) ? word : foldAny(word))

/** Most characters of Chinese and Japanese: folding would change nothing, and a long text has very many of them. */
const PLAIN = /^[\u3041-\u3096\u30a1-\u30fa\u30fc\u4e00-\u9fff]+$/

const foldAny = (word: string): string =>
  word
    .normalize('NFKD')
    .replace(/[\u0300-\u036f\ufe0e\ufe0f]+/g, '')
    .toLowerCase()
    .replaceAll('ß', 'ss')
    .replaceAll('ς', 'σ')
    .normalize('NFC')
