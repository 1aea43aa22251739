// Finds text that looks like the name of an artifact: VBAK, CL_BCS_MAIL, I_SalesDocument, /AIF/LOG, acme-cloud. Whether
// it is one is decided when the document is read, because lists change more often than texts.
import type { NamedAt } from '../tables.ts'
import { CAPITAL_WORDS } from './capital-words.ts'

const NAME = /(?:\/[A-Za-z0-9_]{2,10}\/)?[A-Za-z][A-Za-z0-9]*(?:[_-][A-Za-z0-9]+)*/g
const LIMIT = 2000
const MAX_LENGTH = 120

export function namesIn(text: string): NamedAt[] {
  const found: NamedAt[] = []
  for (const { 0: word, index } of text.matchAll(NAME)) {
    for (const [name, start] of [[word, index] as const, ...partsOf(word, index)])
      if (isNameLike(name)) found.push([name.toLowerCase(), start, start + name.length])
    if (found.length >= LIMIT) break
  }
  return found
}

/** The parts of a hyphenated name, because `VBAK-VBELN` is a field of VBAK. */
function partsOf(word: string, index: number): (readonly [string, number])[] {
  if (!word.includes('-')) return []
  let at = index
  return word.split('-').map((part) => {
    const start = at
    at += part.length + 1
    return [part, start] as const
  })
}

function isNameLike(word: string): boolean {
  if (word.length < 3 || word.length > MAX_LENGTH) return false
  if (/[_/-]/.test(word)) return true
  if (/\d/.test(word)) return /^[A-Z][A-Z0-9]+$/.test(word)
  return word.length >= 4 && /^[A-Z]+$/.test(word) && !CAPITAL_WORDS.has(word)
}
