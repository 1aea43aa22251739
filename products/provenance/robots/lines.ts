// Splits a robots.txt into lines with their numbers, and corrects common spelling mistakes. Text has one character per
// octet, because lengths are counted in octets.

type Key = 'user-agent' | 'allow' | 'disallow' | 'sitemap' | 'crawl-delay'

export interface Line {
  number: number
  key: Key
  value: string
}

/** RFC 9309 §2.5 requires at least 500 KiB. */
const LONGEST_FILE = 500 * 1024
/** Some browsers limit addresses to 2083 characters. Google's parser reads eight times that, and so do we. */
const LONGEST_LINE = 8 * 2083 - 1
const BYTE_ORDER_MARK = [0xef, 0xbb, 0xbf]

/** Yields lines that can be understood (RFC 9309 §2.3.1.5). The others are skipped, but counted. */
export function* linesOf(bytes: Uint8Array): Generator<Line> {
  const text = textOf(bytes)
  let number = 0
  for (let start = 0; start <= text.length; ) {
    const end = endOfLine(text, start)
    number++
    const line = understood(text.slice(start, Math.min(end, start + LONGEST_LINE)))
    if (line) yield { number, ...line }
    start = end + (text.startsWith('\r\n', end) ? 2 : 1)
  }
}

/**
 * Drops a line that the file limit cuts in two, because it would mean something else. A line over its own limit stays.
 */
function textOf(bytes: Uint8Array): string {
  let start = 0
  while (start < BYTE_ORDER_MARK.length && bytes[start] === BYTE_ORDER_MARK[start]) start++
  const text = Buffer.from(bytes.subarray(start, start + LONGEST_FILE)).toString('latin1')
  if (bytes.length <= start + LONGEST_FILE) return text
  const lastBreak = Math.max(text.lastIndexOf('\n'), text.lastIndexOf('\r'))
  return text.length - lastBreak > LONGEST_LINE ? text : text.slice(0, lastBreak)
}

function endOfLine(text: string, start: number): number {
  for (let at = start; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code === 0x0a || code === 0x0d) return at
  }
  return text.length
}

function understood(raw: string): Omit<Line, 'number'> | undefined {
  const comment = raw.indexOf('#')
  const line = trim(comment < 0 ? raw : raw.slice(0, comment))
  const colon = line.indexOf(':')
  const [name, value] = colon < 0 ? atWhitespace(line) : [trim(line.slice(0, colon)), trim(line.slice(colon + 1))]
  const key = keyOf(name)
  return key && { key, value }
}

/** A missing colon is tolerated if the line has exactly two words. */
function atWhitespace(line: string): [string, string] {
  const words = line.split(/[ \t]+/)
  return words.length === 2 ? [words[0]!, words[1]!] : ['', '']
}

/** Keys with their common misspellings. A key only has to start with one of them. */
const SPELLINGS: readonly [Key, readonly string[]][] = [
  ['user-agent', ['user-agent', 'useragent', 'user agent']],
  ['allow', ['allow']],
  ['disallow', ['disallow', 'dissallow', 'dissalow', 'disalow', 'diasllow', 'disallaw']],
  ['sitemap', ['sitemap', 'site-map']],
  ['crawl-delay', ['crawl-delay']],
]

function keyOf(name: string): Key | undefined {
  const word = name.slice(0, 16).toLowerCase()
  return SPELLINGS.find(([, spellings]) => spellings.some((spelling) => word.startsWith(spelling)))?.[0]
}

/** ASCII only: `trim()` would treat octets of other characters as spaces. */
function trim(text: string): string {
  let start = 0
  let end = text.length
  while (start < end && isSpace(text.charCodeAt(start))) start++
  while (end > start && isSpace(text.charCodeAt(end - 1))) end--
  return text.slice(start, end)
}

const isSpace = (code: number): boolean => code === 0x20 || (code >= 0x09 && code <= 0x0d)
