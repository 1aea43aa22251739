// Well-formed language tags by the grammar of RFC 5646 (BCP 47) §2.1, without checking the subtag registry.

const EXTLANG = '[a-z]{3}(?:-[a-z]{3}){0,2}'
const LANGUAGE = `(?:[a-z]{2,3}(?:-${EXTLANG})?|[a-z]{4}|[a-z]{5,8})`
const SCRIPT = '(?:-[a-z]{4})?'
const REGION = '(?:-(?:[a-z]{2}|\\d{3}))?'
const VARIANT = '(?:-(?:[a-z0-9]{5,8}|\\d[a-z0-9]{3}))*'
const EXTENSION = '(?:-[a-wyz0-9](?:-[a-z0-9]{2,8})+)*'
const PRIVATE = 'x(?:-[a-z0-9]{1,8})+'
/** The irregular tags, and regular ones that the grammar does not cover. */
const GRANDFATHERED = [
  ...['en-gb-oed', 'i-ami', 'i-bnn', 'i-default', 'i-enochian', 'i-hak', 'i-klingon', 'i-lux', 'i-mingo', 'i-navajo'],
  ...['i-pwn', 'i-tao', 'i-tay', 'i-tsu', 'sgn-be-fr', 'sgn-be-nl', 'sgn-ch-de', 'art-lojban', 'cel-gaulish'],
  ...['no-bok', 'no-nyn', 'zh-guoyu', 'zh-hakka', 'zh-min', 'zh-min-nan', 'zh-xiang'],
].join('|')

const TAG = new RegExp(
  `^(?:${LANGUAGE}${SCRIPT}${REGION}${VARIANT}${EXTENSION}(?:-${PRIVATE})?|${PRIVATE}|${GRANDFATHERED})$`,
  'i',
)

const LONGEST_TAG = 100

export const isLanguageTag = (text: string): boolean => text.length <= LONGEST_TAG && TAG.test(text)
