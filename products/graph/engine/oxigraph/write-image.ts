// Saves the WASM memory of a store to a file. Restoring it gives the same store without any parsing.
import { closeSync, fsyncSync, openSync, writeFileSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { serialize } from 'node:v8'
import { crc32 } from 'node:zlib'
import type { WasmTable } from '@veritrace/platform/wasm'
import { imageKey } from './image-key.ts'
import { PAGE } from './memory-cap.ts'
import { type ImageNote, MEMORY_FILE, type Probe, SPELLINGS_FILE, writeNote } from './notes.ts'
import { type Shard, storeAddress } from './shard.ts'

const AT_ONCE = 32 * 1024 * 1024
/** Shorter runs of empty pages are written with their neighbors. */
const SHORT_GAP = 16

/** The memory must contain only the store: anything that JavaScript would free later is never freed in a copy. */
export function writeImage(folder: string, shard: Shard, statements: number, probes: Probe[]): void {
  const { memory, references } = shard.own ?? {}
  if (!memory || !references) throw new Error('The memory of the store is not accessible.')
  const bytes = new Uint8Array(memory.buffer)
  const runs = runsOf(bytes)
  const note: ImageNote = {
    key: imageKey(),
    statements,
    bytes: bytes.length,
    runs,
    checksum: writeRuns(join(folder, MEMORY_FILE), bytes, runs),
    spellingsChecksum: writeSpellings(join(folder, SPELLINGS_FILE), shard),
    store: storeAddress(shard),
    references: { length: references.length, texts: textsIn(references) },
    probes,
  }
  writeNote(folder, 'image', note)
}

/** In a memory that has grown by doubling, half of the pages were never written. */
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
  /** Offset in the memory, and in the file. */
  at: number
  from: number
  length: number
}

/** Splits runs into pieces for single reads or writes. */
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

function writeSpellings(file: string, { spellings }: Shard): number {
  const bytes = serialize(spellings)
  writeFileSync(file, bytes, { mode: 0o600, flush: true })
  return crc32(bytes)
}

/** Property names that the store looks up and never releases. An object could not be saved. */
function textsIn(references: WasmTable): [number, string][] {
  const texts: [number, string][] = []
  for (let at = 0; at < references.length; at++) {
    const value = references.get(at)
    if (typeof value === 'string') texts.push([at, value])
    else if (value !== undefined && value !== null && typeof value !== 'boolean')
      throw new Error('The memory of the store refers to an object that cannot be saved.')
  }
  return texts
}
