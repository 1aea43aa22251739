// What could not be read, and why: silence means something only where somebody listened.
import type { SourceFacts } from './facts.ts'
import { sourceFreshness } from './freshness.ts'

export interface UnreadPage {
  kind: string
  /** A code such as `robots_disallowed`, `language_not_read:fi` or `timeout`. */
  reason: string
}

/** Warnings of a reader that did not take in all of a page. */
const NOT_WHOLE = /^(?:language_not_read:|truncated$|too_deep$|template_placeholder$|rendered_in_part$)/
/** Answers that say that there is no such page. */
const ABSENT: ReadonlySet<string> = new Set(['http_404', 'http_410', 'soft_404'])

export const unreadPages = (sources: readonly SourceFacts[], now: Date): UnreadPage[] =>
  sources.flatMap((source) => unreadReasons(source, now).map((reason) => ({ kind: source.kind, reason })))

/** Why a page, or a part of it, is not known; empty for one that was read, and for one that is not there. */
export function unreadReasons(source: SourceFacts, now: Date): string[] {
  const { status, status_reason, inactive_reason, soft_404, last_success_at, last_crawl_at, failures } = source
  if (inactive_reason === 'robots') return ['robots_disallowed']
  if (status === 'inactive' || soft_404 || ABSENT.has(status_reason)) return []
  if (!last_success_at) return [last_crawl_at ? status_reason || 'failed' : 'not_asked_yet']
  if (failures > 0 && sourceFreshness(source, now) === 'stale') return [status_reason || 'failed']
  return source.warnings.filter((warning) => NOT_WHOLE.test(warning))
}

const WORDS: Readonly<Record<string, string>> = {
  robots_disallowed: 'robots.txt asks crawlers to stay away',
  robots_unreachable: 'its robots.txt cannot be reached, so nothing is asked for',
  http_403: 'the host does not let us read it',
  http_429: 'the host asks for fewer requests',
  challenge_page: 'a challenge stands before it that only browsers pass',
  needs_browser: 'it is empty without scripts, and there is no browser to run them',
  unsupported_type: 'it has a form that is not read',
  too_large: 'it is too large',
  empty: 'it is empty',
  browser_crashed: 'the browser that ran its scripts broke',
  rendered_in_part: 'not all that its scripts load may be read',
  truncated: 'only its beginning was read',
  too_deep: 'only its beginning was read',
  template_placeholder: 'it is a form with blanks that are not filled in',
  not_asked_yet: 'it was not asked for yet',
}

/** To follow "not read:". */
export function unreadWords(reason: string): string {
  const [code, language] = reason.split(':')
  if (code === 'language_not_read' && language) return `it is in ${nameOf(language)}, which is not read`
  return WORDS[reason] ?? 'it could not be fetched'
}

const NAMES = new Intl.DisplayNames('en', { type: 'language', fallback: 'code' })
const nameOf = (language: string): string =>
  /^[a-z]{2,3}$/.test(language) ? (NAMES.of(language) ?? language) : language

/** Each reason once, in a fixed order. */
export const reasonsOf = (pages: readonly UnreadPage[]): string =>
  [...new Set(pages.map(({ reason }) => unreadWords(reason)))].toSorted().join('; ')
