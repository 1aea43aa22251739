// The language of every block: detected where a block is long enough, else what its page mostly speaks.
import { eld } from 'eld/extrasmall'
import { isRead, type Language } from '../cues/names.ts'
import type { Block } from '../types.ts'

export interface Languages {
  /** Undefined for blocks in a language that is not read. */
  of: ReadonlyMap<Block, Language | undefined>
  /** Languages that are not read and in which the page says something, as ISO 639-1 codes. */
  notRead: readonly string[]
}

const LONG_ENOUGH = 60
const TOO_SHORT = 40
const ENOUGH = 600
/** A declaration weighs as much as so many characters: often the template's, and never changed. */
const DECLARED = 80
/** So many characters of a language are text, and no quotation or slip of the detector. */
const TEXT = 240
/** A row of names and numbers has no language of its own. */
const SHORT_ROW = 120

/** `declared` is what the page says of itself: it decides where there is little text. */
export function languagesOf(blocks: readonly Block[], declared: string): Languages {
  const weights = new Map<string, number>()
  const said = /^[a-z]{2}/.exec(declared.toLowerCase())?.[0] ?? 'en'
  const own = new Map<Block, string>()
  for (const block of blocks) {
    if (block.text.length < TOO_SHORT) continue
    const language = detect(block.text)
    if (!language) continue
    weights.set(language, (weights.get(language) ?? 0) + Math.min(block.text.length, ENOUGH))
    if (block.text.length >= LONG_ENOUGH && !isShortRow(block)) own.set(block, language)
  }
  if (declared !== '') weights.set(said, (weights.get(said) ?? 0) + DECLARED)
  const page = [...weights].sort((one, other) => other[1] - one[1])[0]?.[0] ?? said
  const spoken = new Map(blocks.map((block) => [block, own.get(block) ?? page]))
  return {
    of: new Map(blocks.map((block) => [block, readable(spoken.get(block) ?? page)])),
    notRead: [...weights]
      .filter(([language, weight]) => !isRead(language) && weight >= TEXT)
      .map(([language]) => language)
      .sort(),
  }
}

const readable = (language: string): Language | undefined => (isRead(language) ? language : undefined)
const isShortRow = ({ kind, text }: Block): boolean => kind === 'row' && text.length < SHORT_ROW

/** Plain words of the commonest language are told without asking the detector. */
const ENGLISH = /\b(?:the|and|to|are|with|for|our|that|this|you|your|by|has|have|from|not)\b/gi

function detect(text: string): string | undefined {
  const said = text.slice(0, ENOUGH)
  // biome-ignore lint/suspicious/noControlCharactersInRegex: everything outside ASCII is meant.
  if (!/[^\x00-\x7f]/.test(said.replace(/[–—’‘“”•…®™©]/g, ''))) {
    const words = said.split(/\s+/).length
    if ((said.match(ENGLISH)?.length ?? 0) * 6 >= words) return 'en'
  }
  const found = eld.detect(said)
  return found.isReliable() ? found.language : undefined
}
