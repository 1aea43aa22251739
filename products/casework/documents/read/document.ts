// The output of the readers, ready to be stored.
import type { NamedAt, Section } from '../tables.ts'

export interface FileToRead {
  bytes: Uint8Array
  /** Its extension determines the format. */
  path: string
  url?: string | null
  language?: string
}

/** The result of the reader of one format: the readable text and its sections. */
export interface PlainDocument {
  title: string
  text: string
  /** Sanitized; null for formats without markup. */
  html: string | null
  sections: Section[]
}

export interface ReadPassage {
  section: string
  start: number
  stop: number
  text: string
  words: number
  terms: string[]
  counts: number[]
}

export interface ReadDocument extends PlainDocument {
  path: string
  url: string | null
  language: string
  bytes: number
  words: number
  content_hash: string
  passages: ReadPassage[]
  named_at: NamedAt[]
}

/** The file cannot be read; the message says why in plain words. */
export class UnreadableDocument extends Error {}
