// What the main thread and a worker say to each other. Lines travel joined: one long string is cheaper to copy than many.
import type { Dataset, EngineErrorKind, QueryAnswer } from '../engine.ts'

export interface WorkerData {
  memoryMb: number
}

export type Message =
  | { do: 'load'; workspace: string; first: boolean; lines: string }
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
  | { do: 'update'; workspace: string; text: string; dataset: Dataset; maxChanges: number; base: string | undefined }

interface PackedDelta {
  added: string
  removed: string
}

/** `dead` counts entries that the store can never free: what was removed, or added and undone. */
export type Reply =
  | { did: 'load' | 'apply'; statements: number; dead: number }
  | { did: 'forget' }
  | { did: 'query'; answer: QueryAnswer }
  | { did: 'update'; delta: PackedDelta; dead: number }

export type FromWorker =
  | { ready: true; capped: boolean }
  | { reply: Reply }
  /** `fatal`: the WASM instance cannot be trusted any more. */
  | { failure: { kind: EngineErrorKind; message: string; fatal: boolean } }

export const pack = (lines: readonly string[]): string => lines.join('\n')
export const unpack = (lines: string): string[] => (lines === '' ? [] : lines.split('\n'))
