// What stands beside the files of a snapshot and says what they must be. A note is written last, when its files are whole,
// and begins with a checksum of itself: one that is missing or damaged is the same as no files.
import { readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { crc32 } from 'node:zlib'

/** The pages of a memory, and what its worker has noted beside it. */
export const MEMORY_FILE = 'memory.img'
export const SPELLINGS_FILE = 'spellings.bin'
export const IMAGE_FILES = ['image.json', MEMORY_FILE, SPELLINGS_FILE] as const

/** The two files of lines. */
export interface LinesNote {
  statements: number
  plainChecksum: number
  restChecksum: number
}

/** The image of a memory that holds the same lines. */
export interface ImageNote {
  /** Of the program that the memory belongs to (image-key.ts). */
  key: string
  statements: number
  /** How large the memory is. */
  bytes: number
  /** Its pages that are not empty, as the file has them one after the other: the first one, and how many. */
  runs: [page: number, pages: number][]
  checksum: number
  spellingsChecksum: number
  /** Where the store stands in it. */
  store: number
  /** The texts that JavaScript has lent to it, by their place in a table of that length. */
  references: { length: number; texts: [at: number, text: string][] }
  probes: Probe[]
}

/** A query, and what a store that was read right answers. */
export interface Probe {
  text: string
  answer: string
}

export interface Notes {
  lines: LinesNote
  image: ImageNote
}

export function writeNote<Name extends keyof Notes>(folder: string, name: Name, note: Notes[Name]): void {
  const text = JSON.stringify(note)
  const making = join(folder, `${name}.making`)
  writeFileSync(making, `${crc32(text)}\n${text}`, { mode: 0o600, flush: true })
  renameSync(making, pathOf(folder, name))
}

export function readNote<Name extends keyof Notes>(folder: string, name: Name): Notes[Name] | undefined {
  try {
    const [checksum = '', text = ''] = readFileSync(pathOf(folder, name), 'utf8').split('\n')
    return crc32(text) === Number(checksum) ? JSON.parse(text) : undefined
  } catch {
    return undefined
  }
}

const pathOf = (folder: string, name: keyof Notes): string => join(folder, `${name}.json`)
