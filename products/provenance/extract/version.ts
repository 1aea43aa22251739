/** Raised whenever the same bytes may give different claims. Stored with every claim and every snapshot. */
export const EXTRACTOR_VERSION = '2.1.1'
