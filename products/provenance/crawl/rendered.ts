// Warnings about a page that was rendered in a browser.
import type { Rendered } from './failure.ts'

/** In addition to the warnings of the extractor. */
export const renderedWarnings = (rendered: Rendered): string[] =>
  rendered === '' ? [] : rendered === 'whole' ? ['rendered'] : ['rendered', 'rendered_in_part']
