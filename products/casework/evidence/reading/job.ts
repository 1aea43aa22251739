// One reading: what a parser is given.
import type { EvidenceKind } from '@veritrace/contract/casework/evidence'
import type { Chunks } from './text.ts'
import type { Words } from './words.ts'

export interface ReadingJob {
  path: string
  filename: string
  kind: EvidenceKind
  words: Words
  mapping: Readonly<Record<string, string>> | undefined
  /** The file from its beginning. */
  chunks(): Chunks
}
