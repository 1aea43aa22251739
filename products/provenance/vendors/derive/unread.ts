// Pages that could not be read, and why: a missing statement means something only if the page was read.
import type { SourceFacts } from './facts.ts'
import { sourceFreshness } from './freshness.ts'

export interface UnreadPage {
  kind: string
  /** A code such as `robots_disallowed`, `language_not_read:fi` or `timeout`. */
  reason: string
}

/** Warnings of the extractor that it did not read the whole page. */
const NOT_WHOLE = /^(?:language_not_read:|truncated$|too_deep$|template_placeholder$|rendered_in_part$)/
/** Failures that mean there is no such page. */
const ABSENT: ReadonlySet<string> = new Set(['http_404', 'http_410', 'soft_404'])

export const unreadPages = (sources: readonly SourceFacts[], now: Date): UnreadPage[] =>
  sources.flatMap((source) => unreadReasons(source, now).map((reason) => ({ kind: source.kind, reason })))

/** Why a page or a part of it is unread. Empty if it was read or does not exist. */
export function unreadReasons(source: SourceFacts, now: Date): string[] {
  const { status, status_reason, inactive_reason, soft_404, last_success_at, last_crawl_at, failures } = source
  if (inactive_reason === 'robots') return ['robots_disallowed']
  if (status === 'inactive' || soft_404 || ABSENT.has(status_reason)) return []
  if (!last_success_at) return [last_crawl_at ? status_reason || 'failed' : 'not_asked_yet']
  if (failures > 0 && sourceFreshness(source, now) === 'stale') return [status_reason || 'failed']
  return source.warnings.filter((warning) => NOT_WHOLE.test(warning))
}

const REASONS: Readonly<Record<string, string>> = {
  robots_disallowed: 'robots.txt disallows it',
  robots_unreachable: 'its robots.txt cannot be reached, so we do not request it',
  http_403: 'the host refuses access',
  http_429: 'the host limits our requests',
  challenge_page: 'it is protected by a challenge that only browsers pass',
  needs_browser: 'it is empty without scripts, and no browser is configured to run them',
  unsupported_type: 'its format is not supported',
  too_large: 'it is too large',
  empty: 'it is empty',
  browser_crashed: 'the browser crashed while running its scripts',
  rendered_in_part: 'robots.txt disallows some content that its scripts load',
  truncated: 'only its first part was read',
  too_deep: 'only its first part was read',
  template_placeholder: 'it is a template with blanks that are not filled in',
  not_asked_yet: 'it has not been requested yet',
}

/** The reason as a clause to follow "Not read:". */
export function explainUnread(reason: string): string {
  const [code, language] = reason.split(':')
  if (code === 'language_not_read' && language) return `it is in ${nameOf(language)}, which is not supported`
  return REASONS[reason] ?? 'it could not be fetched'
}

const NAMES = new Intl.DisplayNames('en', { type: 'language', fallback: 'code' })
const nameOf = (language: string): string =>
  /^[a-z]{2,3}$/.test(language) ? (NAMES.of(language) ?? language) : language

/** All reasons without duplicates, sorted. */
export const reasonsOf = (pages: readonly UnreadPage[]): string =>
  [...new Set(pages.map(({ reason }) => explainUnread(reason)))].toSorted().join('; ')
