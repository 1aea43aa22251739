// The language of each block: detected if the block is long enough, otherwise the main language of the page.
import { eld } from 'eld/extrasmall'
import { isRead, LANGUAGES, type Language } from '../cues/names.ts'
import type { Block } from '../types.ts'

export interface Languages {
  /** Undefined for blocks in an unsupported language. */
  of: ReadonlyMap<Block, Language | undefined>
  /** Unsupported languages with a relevant amount of text, as ISO 639-1 codes. */
  notRead: readonly string[]
}

const LONG_ENOUGH = 60
/** In languages without spaces, fewer characters are enough. */
const UNSPACED = /[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]/u
const LONG_UNSPACED = 20
const TOO_SHORT = 40
const ENOUGH = 600
/** Characters of a language that count as text, not as a quotation or a detection error. */
const TEXT = 240
/** A row of names and numbers has no language. */
const SHORT_ROW = 120

/** `declared` is the language the page declares. It decides if there is little text. */
export function languagesOf(blocks: readonly Block[], declared: string): Languages {
  const weights = new Map<string, number>()
  const said = /^[a-z]{2}/.exec(declared.toLowerCase())?.[0] ?? 'en'
  const own = new Map<Block, string>()
  let before: Language = isRead(said) ? said : 'en'
  for (const block of blocks) {
    if (!isLong(block) || isShortRow(block)) continue
    const language = detect(block.text, before)
    if (!language) continue
    if (isRead(language)) before = language
    weights.set(language, (weights.get(language) ?? 0) + Math.min(block.text.length, ENOUGH))
    own.set(block, language)
  }
  const [most = '', weight = 0] = [...weights].sort((one, other) => other[1] - one[1])[0] ?? []
  // The language of a line or two is easily mistaken for a similar one, such as Galician for Spanish.
  const isDeclared = said !== 'en' && isRead(said)
  const isSure = weight >= TEXT || (isRead(most) && !isDeclared)
  const page = isSure ? most : declared === '' ? together(blocks) : said
  const spoken = new Map(blocks.map((block) => [block, own.get(block) ?? page]))
  return {
    of: new Map(blocks.map((block) => [block, readable(spoken.get(block) ?? page)])),
    notRead: [...weights]
      .filter(([language, weight]) => !isRead(language) && weight >= TEXT)
      .map(([language]) => language)
      .sort(),
  }
}

/** The language of a page that has only short blocks, such as a table. */
function together(blocks: readonly Block[]): string {
  const text = blocks
    .slice(0, MOST_PIECES)
    .map((block) => block.text)
    .join('\n')
  const found = text.length < TOO_SHORT ? undefined : detect(text, 'en')
  return found !== undefined && isRead(found) ? found : 'en'
}
const MOST_PIECES = 40

const isLong = ({ text }: Block): boolean =>
  text.length >= LONG_ENOUGH || (text.length >= LONG_UNSPACED && UNSPACED.test(text))
const readable = (language: string): Language | undefined => (isRead(language) ? language : undefined)
const isShortRow = ({ kind, text }: Block): boolean => kind === 'row' && text.length < SHORT_ROW

/** Common words that are unique to one language: a text with enough of them needs no detector. */
const PLAIN: Readonly<Record<Language, RegExp>> = {
  en: /\b(?:the|and|to|are|with|for|our|that|this|you|your|by|has|have|from|not)\b/gi,
  de: /(?<!\p{L})(?:der|die|das|und|ist|mit|für|von|wir|nicht|sie|werden|wird|auf|dem|den|eine|einer)(?!\p{L})/giu,
  fr: /(?<!\p{L})(?:le|les|des|et|est|nous|vous|pour|dans|une|du|sur|aux|nos|vos|sont|par|avec)(?!\p{L})/giu,
  es: /(?<!\p{L})(?:el|los|las|y|para|por|con|nuestros?|nuestras?|del|una|son|sus|usted|como)(?!\p{L})/giu,
  pt: /(?<!\p{L})(?:os|as|e|para|com|não|dos|das|uma|são|nossos?|nossas?|pela|pelo|ao|você|seus)(?!\p{L})/giu,
  it: /(?<!\p{L})(?:il|gli|che|per|con|della|delle|dei|sono|nostri|nostro|nostra|nel|una|alla|è|di)(?!\p{L})/giu,
  nl: /(?<!\p{L})(?:de|het|een|en|van|voor|met|wij|niet|zijn|onze|ons|worden|wordt|aan|bij|u|uw)(?!\p{L})/giu,
  ja: /[\u3040-\u30ff]/gu,
}
const OFTEN = 6

/** Below this length, a text without foreign characters and common words has no language: names, labels. */
const TELLING = 300
const isPlain = (text: string): boolean => !/(?![a-z])\p{L}/iu.test(text)
const others = LANGUAGES.map((language) => [language, PLAIN[language]] as const)
const timesIn = (text: string, words: RegExp): number => text.match(words)?.length ?? 0

/** Most blocks are in the language of the block before. */
function detect(text: string, before: Language): string | undefined {
  const said = text.slice(0, ENOUGH)
  const size = before === 'ja' ? said.length : said.split(' ').length
  const times = timesIn(said, PLAIN[before])
  if (times * OFTEN >= size) return before
  if (said.length < TELLING && isPlain(said)) {
    const isForeign = others.some(
      ([language, words]) => language !== before && timesIn(said, words) > Math.max(1, times),
    )
    if (!isForeign) return times > 0 ? before : undefined
  }
  const found = eld.detect(said)
  return found.isReliable() ? found.language : undefined
}
