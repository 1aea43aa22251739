// What readers make of a file, ready to be stored.
import type { NamedAt, Section } from '../tables.ts'

export interface FileToRead {
  bytes: Uint8Array
  /** With its ending, which tells the format. */
  path: string
  url?: string | null
  language?: string
}

/** One format's share: what people read, and where its parts begin. */
export interface PlainDocument {
  title: string
  text: string
  /** Sanitised; null for what has no markup. */
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

/** The file cannot be read; the message says why, for people. */
export class UnreadableDocument extends Error {}
