// Limits progress reports of a crawl of many pages to a few per second.
import type { Clock } from '@veritrace/platform/clock'
import type { PageProgress } from './read-pages.ts'

/** This many pages are reported immediately, so that a small crawl reports each of its pages. */
const AT_FIRST = 20
const EVERY_MS = 250

/** The last page is always reported. */
export function throttleProgress(
  clock: Clock,
  report: (progress: PageProgress) => void,
): (progress: PageProgress) => void {
  const due = new Map<PageProgress['step'], number>()
  return (progress) => {
    const now = clock.now().getTime()
    const next = due.get(progress.step) ?? now - AT_FIRST * EVERY_MS
    if (next > now - EVERY_MS && progress.at < progress.of) return
    due.set(progress.step, Math.max(next, now - AT_FIRST * EVERY_MS) + EVERY_MS)
    report(progress)
  }
}
