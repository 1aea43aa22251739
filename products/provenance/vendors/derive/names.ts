// Compares company names: one company has many spellings, and a name in parentheses is another name of it.

const LEGAL_FORM =
  /(?: (?:inc|incorporated|llc|ltd|limited|gmbh|corp|corporation|company|co|plc|ag|ab|bv|nv|sa|sas|srl|sarl|oy|aps|as|pbc|ulc|pty|pte|lp|llp|kg|se|kk|sro|doo))+$/
const KNOWN_AS =
  /^(?:aka|a\.k\.a\.?|d\/b\/a|dba|formerly(?: known as)?|previously|part of|owned by|operated by|trading as)[.:]?\s+/i
/** A shorter name is a prefix of too many others. */
const LEAST_PREFIX = 4

/** The name without accents, case, dots, punctuation and legal form. Must match `provenance.plain_name` in the database. */
export const plainName = (name: string): string =>
  name
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .toLowerCase()
    .replaceAll('.', '')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
    .replace(LEGAL_FORM, '')

/** "Twilio (SendGrid)" has two names. The first is the main one. */
export function namesOf(written: string): string[] {
  const main = written.replace(/\([^)]*\)/g, ' ')
  const bracketed = [...written.matchAll(/\(([^)]+)\)/g)].map((match) => (match[1] ?? '').replace(KNOWN_AS, ''))
  return [...new Set([main, ...bracketed].map(plainName))].filter((name) => name !== '')
}

/** Same set of names, in any order and spelling. */
export const isSameName = (one: string, other: string): boolean =>
  namesOf(one).toSorted().join() === namesOf(other).toSorted().join()

/** True if a name of each is equal or one begins with the other, like "Azure" and "Azure Cognitive Services". */
export const mayBeTheSame = (one: string, other: string): boolean =>
  namesOf(one).some((a) => namesOf(other).some((b) => a === b || begins(a, b) || begins(b, a)))

const begins = (short: string, long: string): boolean => short.length >= LEAST_PREFIX && long.startsWith(`${short} `)
