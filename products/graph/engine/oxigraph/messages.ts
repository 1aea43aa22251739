// What the main thread and a worker say to each other. Lines travel joined: one long string is cheaper to copy than many.
import type { Change, Dataset, EngineErrorKind, QueryAnswer, QueryRequest } from '../engine.ts'
import type { Compiled } from './memory-cap.ts'

export interface WorkerData {
  memoryMb: number
  /** By a worker with the same ceiling. */
  compiled?: Compiled | undefined
}

/** For the thread that makes an image. */
export interface ImageData extends WorkerData {
  /** That of a snapshot. */
  folder: string
}

/** No single step of maintenance takes this long, unless the worker hangs. */
export const STEP_MS = 60_000

export type Message =
  | { do: 'load'; workspace: string; first: boolean; lines: string }
  /** Some lines of a file, from a place on; the reply says where the next ones begin. */
  | ({ do: 'restore'; workspace: string; first: boolean } & FilePart)
  /** Some of the image in a folder; the reply says whether that was all. */
  | { do: 'image'; workspace: string; folder: string; first: boolean }
  | { do: 'apply'; workspace: string; changes: PackedDelta[] }
  | { do: 'forget'; workspace: string }
  /** A `Question` as JSON: one text is copied fastest, and is known again by itself. */
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
  /** Of the lines before. */
  checksum: number
}

/** `next` is undefined when there were no more lines. */
export interface LoadedPart {
  statements: number
  checksum: number
  next: number | undefined
}

interface PackedDelta extends Pick<Change, 'bulk'> {
  added: string
  removed: string
}

/** Entries of a store that it can never free, because they were removed, or added and undone. Queries walk past them. */
export interface Wear {
  dead: number
  /** The most of them that one subject has. */
  worst: number
}

export type Reply =
  | { did: 'load' | 'apply'; statements: number; wear: Wear }
  | ({ did: 'restore' } & LoadedPart)
  /** `refused`: the worker holds or reads another workspace from an image, and two would need too much memory. */
  | { did: 'image'; state: 'part' | 'whole' | 'refused'; statements: number }
  | { did: 'forget' }
  | { did: 'query'; answer: QueryAnswer }
  | { did: 'update'; delta: PackedDelta; wear: Wear }

export type FromWorker =
  | { ready: true; compiled: Compiled | undefined }
  | Reply
  /** `fatal`: the WASM instance cannot be trusted any more. */
  | { failure: { kind: EngineErrorKind; message: string; fatal: boolean } }

export const pack = (lines: readonly string[]): string => lines.join('\n')
export const unpack = (lines: string): string[] => (lines === '' ? [] : lines.split('\n'))
