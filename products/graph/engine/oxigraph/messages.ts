// What the main thread and a worker say to each other. Lines travel joined: one long string is cheaper to copy than many.
import type { Dataset, EngineErrorKind, QueryAnswer } from '../engine.ts'

export interface WorkerData {
  memoryMb: number
}

export type Message =
  | { do: 'load'; workspace: string; first: boolean; lines: string }
  /** Some lines of a file, from a place on; the reply says where the next ones begin. */
  | { do: 'restore'; workspace: string; file: string; from: number; plain: boolean; first: boolean }
  | { do: 'apply'; workspace: string; changes: PackedDelta[] }
  | { do: 'forget'; workspace: string }
  | {
      do: 'query'
      workspace: string
      text: string
      dataset: Dataset
      format: string
      maxRows: number
      maxBytes: number
      base: string | undefined
    }
  | {
      do: 'update'
      workspace: string
      text: string
      dataset: Dataset
      readOnlyGraphs: readonly string[]
      maxChanges: number
      base: string | undefined
    }

interface PackedDelta {
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
  | { did: 'restore'; statements: number; next: number | undefined; wear: Wear }
  | { did: 'forget' }
  | { did: 'query'; answer: QueryAnswer }
  | { did: 'update'; delta: PackedDelta; wear: Wear }

export type FromWorker =
  | { ready: true; capped: boolean }
  | { reply: Reply }
  /** `fatal`: the WASM instance cannot be trusted any more. */
  | { failure: { kind: EngineErrorKind; message: string; fatal: boolean } }

export const pack = (lines: readonly string[]): string => lines.join('\n')
export const unpack = (lines: string): string[] => (lines === '' ? [] : lines.split('\n'))
