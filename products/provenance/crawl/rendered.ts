// What readers are told of a page that was made in a browser.
import type { Rendered } from './failure.ts'

/** Beside what the reader of its text warns of. */
export const renderedWarnings = (rendered: Rendered): string[] =>
  rendered === '' ? [] : rendered === 'whole' ? ['rendered'] : ['rendered', 'rendered_in_part']
