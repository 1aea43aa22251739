// The memory of a store's own Oxigraph, as it is, into a file: read back it is the same store, without any parsing.
import { closeSync, fsyncSync, openSync, writeFileSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { serialize } from 'node:v8'
import { crc32 } from 'node:zlib'
import type { WasmTable } from '@veritrace/platform/wasm'
import { type Cell, storeAddress } from './cell.ts'
import { imageKey } from './image-key.ts'
import { PAGE } from './memory-cap.ts'
import { type ImageNote, MEMORY_FILE, type Probe, SPELLINGS_FILE, writeNote } from './notes.ts'

const AT_ONCE = 32 * 1024 * 1024
/** Fewer empty pages than this between two others are written with them. */
const SHORT_GAP = 16

/** Nothing may have been made in that memory but the store: what JavaScript would free later is freed in no copy. */
export function writeImage(folder: string, cell: Cell, statements: number, probes: Probe[]): void {
  const { memory, references } = cell.own ?? {}
  if (!memory || !references) throw new Error('The memory of the store cannot be reached.')
  const bytes = new Uint8Array(memory.buffer)
  const runs = runsOf(bytes)
  const note: ImageNote = {
    key: imageKey(),
    statements,
    bytes: bytes.length,
    runs,
    checksum: writeRuns(join(folder, MEMORY_FILE), bytes, runs),
    spellingsChecksum: writeSpellings(join(folder, SPELLINGS_FILE), cell),
    store: storeAddress(cell),
    references: { length: references.length, texts: textsIn(references) },
    probes,
  }
  writeNote(folder, 'image', note)
}

/** In a memory that has grown by doubling, half of the pages were never touched. */
function runsOf(bytes: Uint8Array): ImageNote['runs'] {
  const empty = Buffer.alloc(PAGE)
  const runs: ImageNote['runs'] = []
  for (let page = 0; page * PAGE < bytes.length; page++) {
    if (empty.equals(bytes.subarray(page * PAGE, (page + 1) * PAGE))) continue
    const last = runs.at(-1)
    if (last && page - (last[0] + last[1]) < SHORT_GAP) last[1] = page + 1 - last[0]
    else runs.push([page, 1])
  }
  return runs
}

function writeRuns(file: string, bytes: Uint8Array, runs: ImageNote['runs']): number {
  const handle = openSync(file, 'w', 0o600)
  let checksum = 0
  try {
    for (const { at, length } of piecesOf(runs)) {
      const piece = bytes.subarray(at, at + length)
      checksum = crc32(piece, checksum)
      for (let done = 0; done < length; ) done += writeSync(handle, piece, done)
    }
    fsyncSync(handle)
    return checksum
  } finally {
    closeSync(handle)
  }
}

export interface Piece {
  /** Its place in the memory, and in the file. */
  at: number
  from: number
  length: number
}

/** What is written or read at once. */
export function piecesOf(runs: ImageNote['runs']): Piece[] {
  let from = 0
  return runs.flatMap(([page, pages]) => {
    const pieces: Piece[] = []
    for (let at = page * PAGE, end = at + pages * PAGE; at < end; at += AT_ONCE) {
      const length = Math.min(AT_ONCE, end - at)
      pieces.push({ at, from, length })
      from += length
    }
    return pieces
  })
}

function writeSpellings(file: string, { spellings }: Cell): number {
  const bytes = serialize(spellings)
  writeFileSync(file, bytes, { mode: 0o600, flush: true })
  return crc32(bytes)
}

/** Names of properties that it looks up, kept for good. An object could not be written down. */
function textsIn(references: WasmTable): [number, string][] {
  const texts: [number, string][] = []
  for (let at = 0; at < references.length; at++) {
    const value = references.get(at)
    if (typeof value === 'string') texts.push([at, value])
    else if (value !== undefined && value !== null && typeof value !== 'boolean')
      throw new Error('The memory of the store refers to something that cannot be written down.')
  }
  return texts
}
