// Opens the dependencies of the slices: those of the host, plus those of the product.
import { openRenderer } from './crawl/browser/renderer.ts'
import { crawlSettings } from './crawl/settings.ts'
import { openExtractors } from './crawl/threads/pool.ts'
import type { Provenance, ProvenanceParts } from './deps.ts'
import { openModel } from './proposals/model.ts'

/** Threads and browsers start on demand. */
export const openProvenance = (parts: ProvenanceParts): Provenance => ({
  ...parts,
  fetch: parts.safeFetch,
  crawl: crawlSettings(parts.config.crawl, parts.publicUrl),
  extractors: openExtractors(parts),
  browser: parts.config.crawl.browser && openRenderer({ ...parts.config.crawl.browser, log: parts.log }),
  ...(parts.config.extractModel && {
    model: openModel({ config: parts.config.extractModel, clock: parts.clock, metrics: parts.metrics }),
  }),
})
