// Absolute IRIs by the grammar of RFC 3987 §2.2. As strict as the engine, because everything stored must be loadable.

const UCS =
  '\\u00A0-\\uD7FF\\uF900-\\uFDCF\\uFDF0-\\uFFEF' +
  Array.from({ length: 14 }, (_, i) => {
    const plane = (i + 1).toString(16)
    return `\\u{${plane}${plane === 'e' ? '1000' : '0000'}}-\\u{${plane}FFFD}`
  }).join('')
const PRIVATE = '\\uE000-\\uF8FF\\u{F0000}-\\u{FFFFD}\\u{100000}-\\u{10FFFD}'
const PLAIN = `A-Za-z0-9\\-._~!$&'()*+,;=${UCS}`
const some = (chars: string): string => `(?:[${chars}]|%[0-9A-Fa-f]{2})`

const H16 = '[0-9A-Fa-f]{1,4}'
const IPV4 = '(?:(?:25[0-5]|2[0-4]\\d|1?\\d?\\d)(?:\\.(?!\\])|(?=\\]))){4}'
const LAST32 = `(?:${H16}:${H16}|${IPV4})`
const IPV6 = [
  `(?:${H16}:){6}${LAST32}`,
  `::(?:${H16}:){5}${LAST32}`,
  `(?:${H16})?::(?:${H16}:){4}${LAST32}`,
  `(?:(?:${H16}:){0,1}${H16})?::(?:${H16}:){3}${LAST32}`,
  `(?:(?:${H16}:){0,2}${H16})?::(?:${H16}:){2}${LAST32}`,
  `(?:(?:${H16}:){0,3}${H16})?::${H16}:${LAST32}`,
  `(?:(?:${H16}:){0,4}${H16})?::${LAST32}`,
  `(?:(?:${H16}:){0,5}${H16})?::${H16}`,
  `(?:(?:${H16}:){0,6}${H16})?::`,
].join('|')
const FUTURE = "[vV][0-9A-Fa-f]+\\.[A-Za-z0-9\\-._~!$&'()*+,;=:]+"

const AUTHORITY = `(?:${some(`${PLAIN}:`)}*@)?(?:\\[(?:${IPV6}|${FUTURE})\\]|${some(PLAIN)}*)(?::\\d*)?`
const CHAR = some(`${PLAIN}:@`)
const PATH = some(`${PLAIN}:@/`)
const TAIL = some(`${PLAIN}:@/?`)

const IRI = new RegExp(
  `^[A-Za-z][A-Za-z0-9+.\\-]*:(?://${AUTHORITY}(?:/${PATH}*)?|/(?:${CHAR}${PATH}*)?|${CHAR}${PATH}*)?` +
    `(?:\\?${some(`${PLAIN}:@/?${PRIVATE}`)}*)?(?:#${TAIL}*)?$`,
  'u',
)

/** Longer strings are hardly names; browsers and servers have lower limits. */
export const LONGEST_IRI = 4_096

export const isIri = (text: string): boolean => text.length <= LONGEST_IRI && IRI.test(text)
