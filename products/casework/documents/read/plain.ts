// Reads plain text as a document with one section, titled by its first line.

import { cutText } from '@veritrace/platform/text'
import type { PlainDocument } from './document.ts'
import { withEnds } from './sanitize.ts'

const MAX_TITLE_LENGTH = 120

export function readPlain(source: string): PlainDocument {
  const text = source.replace(/\r\n?/g, '\n').trim()
  const first = text
    .split('\n', 1)[0]!
    .replace(/^#+\s*/, '')
    .trim()
  return { title: cutText(first, MAX_TITLE_LENGTH), text, html: null, sections: withEnds([], text) }
}
