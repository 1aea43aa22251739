// Normalizes characters without changing offsets.

/** Removes invisible characters and unifies look-alikes. Quotes can still be found on the page. */
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

/** A quick test: most text is plain and needs no replacement. */
const UNCLEAN = /[\0\u0080-\uffff]/

/**
 * The text normalized for matching: lower case, compatibility forms folded (NFKC), trademarks and footnote marks blanked,
 * dashes unified. Offsets stay the same, so a match here is a quote in the original.
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
