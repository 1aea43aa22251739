// Decides which requests of a page's scripts are allowed: only GET, and only files of the same site that can
// produce text.
import { ownerOf } from '../../sources/address.ts'
import { onlyMeasures } from '../../sources/shell.ts'

export interface PartRequest {
  url: string
  method: string
  /** Resource type of Playwright: script, stylesheet, xhr, fetch, … */
  type: string
}

/** `ask`: fetch it. `drop`: not needed for text. `refuse`: not allowed, although it may have contained text. */
export type Need = 'ask' | 'drop' | 'refuse'

/** Resources without text, or with text that is not part of the page, such as documents of frames. */
const WORDLESS = new Set(['image', 'media', 'font', 'texttrack', 'manifest', 'ping', 'other', 'document'])

export function needOf({ url, method, type }: PartRequest, pageUrl: string): Need {
  if (WORDLESS.has(type)) return 'drop'
  const isWeb = URL.canParse(url) && /^https?:$/.test(new URL(url).protocol)
  if (!isWeb) return 'refuse'
  const isOwn = ownerOf(url) === ownerOf(pageUrl)
  if (type === 'stylesheet') return isOwn && method === 'GET' ? 'ask' : 'drop'
  if (!isOwn && onlyMeasures(url)) return 'drop'
  if (type !== 'script' && type !== 'xhr' && type !== 'fetch') return 'refuse'
  return isOwn && method === 'GET' ? 'ask' : 'refuse'
}
