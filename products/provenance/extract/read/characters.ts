// Characters as people type them, brought to one form without losing a position.

/** What a reader cannot see is dropped, and look-alikes get one spelling; a quote still stands in the page as it was. */
export function cleanCharacters(text: string): string {
  if (!UNCLEAN.test(text)) return text
  return text
    .replaceAll('\0', '')
    .replace(/[\u00ad\u200b-\u200d\u2060\ufeff]/g, '')
    .replace(/[\u2018\u2019\u201b\u02bc]/g, "'")
    .replace(/[\u201c\u201d\u201f]/g, '"')
    .replace(/[\u2010\u2011]/g, '-')
    .replace(/[\u00a0\u2000-\u200a\u202f\u205f\u3000]/g, ' ')
}

/** Most text is plain, and one look is cheaper than six. */
const UNCLEAN = /[\0\u0080-\uffff]/

/**
 * The same text for matching: lower case, compatibility forms folded (NFKC), trade marks and footnotes blanked, dashes one.
 * Every character keeps its place, so a match here is a quote there.
 */
export function matchable(text: string): string {
  const lower = text.toLowerCase()
  const sameLength = lower.length === text.length ? lower : foldEach(text)
  return sameLength.replace(NOT_PLAIN, fold)
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: everything outside ASCII is meant.
const NOT_PLAIN = /[^\x00-\x7f]/g

function fold(character: string): string {
  if ('®™©℠⁰¹²³⁴⁵⁶⁷⁸⁹'.includes(character)) return ' '
  if ('–—―−‒'.includes(character)) return '-'
  const folded = character.normalize('NFKC')
  return folded.length === 1 ? folded : character
}

function foldEach(text: string): string {
  let result = ''
  for (let at = 0; at < text.length; at++) {
    const character = text[at] as string
    const lower = character.toLowerCase()
    result += lower.length === 1 ? lower : character
  }
  return result
}
