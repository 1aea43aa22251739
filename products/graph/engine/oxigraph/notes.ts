// Notes next to the files of a snapshot that describe what the files must contain. A note is written last, when its
// files are complete, and starts with its own checksum. Without a valid note, the files are ignored.
import { readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { crc32 } from 'node:zlib'

/** The pages of a memory, and the spellings of its worker. */
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
  /** Identifies the program that the memory belongs to (image-key.ts). */
  key: string
  statements: number
  /** Size of the memory. */
  bytes: number
  /** Non-empty pages in file order: first page and number of pages. */
  runs: [page: number, pages: number][]
  checksum: number
  spellingsChecksum: number
  /** The address of the store in the memory. */
  store: number
  /** Strings that JavaScript lent to the memory, by index into a table of that length. */
  references: { length: number; texts: [at: number, text: string][] }
  probes: Probe[]
}

/** A query and the answer that a correctly restored store gives. */
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
