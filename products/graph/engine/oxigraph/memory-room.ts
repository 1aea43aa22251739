// Room in a WASM memory that becomes larger. V8 takes the whole of a memory for new whenever it has grown, be it by a page, and
// collects garbage if that is much; Rust asks for a page or two at a time, hundreds of times while a document is read.
import type { WasmExports } from '@veritrace/platform/wasm'

const MB = 1024 * 1024
/** Less is no reason for V8 to collect anything. */
export const LARGE = 64 * MB
/** Pages that nobody has written to cost nothing. */
export const ROOM = 32 * MB

/** To be called before many allocations: where a large memory has grown since the last time, it grows by much at once. */
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
