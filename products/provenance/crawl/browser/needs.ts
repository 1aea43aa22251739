// What a page may have while its scripts run: only what makes its words, only of its own site, and only by asking for it.
import { ownerOf } from '../../sources/address.ts'
import { onlyMeasures } from '../../sources/shell.ts'

export interface PartRequest {
  url: string
  method: string
  /** In the words of Playwright: script, stylesheet, xhr, fetch, … */
  type: string
}

/** `drop`: nobody misses it. `refuse`: it may have been a part of what the page says. */
export type Need = 'ask' | 'drop' | 'refuse'

/** They say nothing, or nothing that a page without scripts would have said either, such as the documents of its frames. */
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
