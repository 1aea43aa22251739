/** Raised whenever the same bytes may give other claims; stored with every claim and every snapshot. */
export const EXTRACTOR_VERSION = '2.1.0'
