// Reserves room in a growing WASM memory. After each growth, even by one page, V8 counts the whole memory as newly
// allocated and may collect garbage. Rust grows the memory by a page or two at a time, hundreds of times while it reads
// a document.
import type { WasmExports } from '@veritrace/platform/wasm'

const MB = 1024 * 1024
/** V8 does not collect garbage for smaller memories. */
export const LARGE = 64 * MB
/** Pages that were never written to cost nothing. */
export const ROOM = 32 * MB

/**
 * Call this before many allocations: if a large memory has grown since the last call, it grows once by a large step.
 */
export function roomFor({ memory, __wbindgen_malloc: take, __wbindgen_free: give }: WasmExports, ceiling: number) {
  let known = 0
  return (): void => {
    if (!memory || !take || !give) return
    const size = memory.buffer.byteLength
    // A failed allocation would break the module.
    if (size < LARGE || size === known || size + 2 * ROOM > ceiling) return
    give(take(ROOM, 1), ROOM, 1)
    known = memory.buffer.byteLength
  }
}
