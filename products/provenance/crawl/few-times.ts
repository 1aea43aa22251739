// A crawl of many pages says how far it is a few times a second, not at every page.
import type { Clock } from '@veritrace/platform/clock'
import type { PageProgress } from './read-pages.ts'

/** So many are told at once: a small crawl tells of each of its pages. */
const AT_FIRST = 20
const EVERY_MS = 250

/** The last page is always told. */
export function fewTimes(clock: Clock, tell: (progress: PageProgress) => void): (progress: PageProgress) => void {
  const due = new Map<PageProgress['step'], number>()
  return (progress) => {
    const now = clock.now().getTime()
    const next = due.get(progress.step) ?? now - AT_FIRST * EVERY_MS
    if (next > now - EVERY_MS && progress.at < progress.of) return
    due.set(progress.step, Math.max(next, now - AT_FIRST * EVERY_MS) + EVERY_MS)
    tell(progress)
  }
}
