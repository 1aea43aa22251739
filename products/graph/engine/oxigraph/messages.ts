// Messages between the main thread and a worker. Lines are joined: one long string is cheaper to copy than many.
import type { Change, Dataset, EngineErrorKind, QueryAnswer, QueryRequest } from '../engine.ts'
import type { Compiled } from './memory-cap.ts'

export interface WorkerData {
  memoryMb: number
  /** Compiled by an earlier worker with the same memory limit. */
  compiled?: Compiled | undefined
}

/** For the thread that makes an image. */
export interface ImageData extends WorkerData {
  /** The folder of a snapshot. */
  folder: string
}

/** A single maintenance step takes longer only if the worker hangs. */
export const STEP_MS = 60_000

export type Message =
  | { do: 'load'; workspace: string; first: boolean; lines: string }
  /** Some lines of a file, starting at an offset; the reply has the next offset. */
  | ({ do: 'restore'; workspace: string; first: boolean } & FilePart)
  /** A part of the image in a folder; the reply says whether it was the last part. */
  | { do: 'image'; workspace: string; folder: string; first: boolean }
  | { do: 'apply'; workspace: string; changes: PackedDelta[] }
  | { do: 'forget'; workspace: string }
  /** A `Question` as JSON: one string is the fastest to copy, and serves as a cache key. */
  | { do: 'query'; workspace: string; question: string }
  | {
      do: 'update'
      workspace: string
      text: string
      dataset: Dataset
      readOnlyGraphs: readonly string[]
      maxChanges: number
      base: string | undefined
    }

export type Question = Pick<QueryRequest, 'text' | 'dataset' | 'format' | 'maxRows' | 'maxBytes' | 'base'>

interface FilePart {
  file: string
  from: number
  plain: boolean
  /** Checksum of the lines before this part. */
  checksum: number
}

/** `next` is undefined after the last line. */
export interface LoadedPart {
  statements: number
  checksum: number
  next: number | undefined
}

interface PackedDelta extends Pick<Change, 'bulk'> {
  added: string
  removed: string
}

/**
 * Dead entries of a store: removed, or added and rolled back. The store never frees them, and queries scan past them.
 */
export interface Wear {
  dead: number
  /** The largest number of dead entries for one subject. */
  worst: number
}

export type Reply =
  | { did: 'load' | 'apply'; statements: number; wear: Wear }
  | ({ did: 'restore' } & LoadedPart)
  /** `refused`: the worker already has another workspace from an image, and two would need too much memory. */
  | { did: 'image'; state: 'part' | 'whole' | 'refused'; statements: number }
  | { did: 'forget' }
  | { did: 'query'; answer: QueryAnswer }
  | { did: 'update'; delta: PackedDelta; wear: Wear }

export type FromWorker =
  | { ready: true; compiled: Compiled | undefined }
  | Reply
  /** `fatal`: the WASM instance can no longer be trusted. */
  | { failure: { kind: EngineErrorKind; message: string; fatal: boolean } }

export const pack = (lines: readonly string[]): string => lines.join('\n')
export const unpack = (lines: string): string[] => (lines === '' ? [] : lines.split('\n'))
