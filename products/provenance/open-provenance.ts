// What the slices get: what was handed over, and what the product opens for itself.
import { openRenderer } from './crawl/browser/renderer.ts'
import { crawlSettings } from './crawl/settings.ts'
import { openExtractors } from './crawl/threads/pool.ts'
import type { Provenance, ProvenanceParts } from './deps.ts'
import { openModel } from './proposals/model.ts'

/** Threads and browsers start when they are first needed. */
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
