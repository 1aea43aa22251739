// Limits the memory of the next WASM module. `resourceLimits` of a worker do not cover WASM memory, so a query that
// builds a giant table could take all memory of the machine. The module's memory section gets a maximum before it is
// compiled.

import type { WasmExports } from '@veritrace/platform/wasm'

export const PAGE = 65_536
const MEMORY_SECTION = 5
const HAS_MAXIMUM = 1

/** Can be passed to other threads, which then reuse the machine code. */
export interface Compiled {
  module: object
  /** False if the module did not have the expected layout; it then runs without a limit. */
  capped: boolean
}

export interface Capped<T> {
  loaded: T
  exports: WasmExports
  compiled: Compiled | undefined
}

/** A thread has one module with one limit; more instances of it need no compilation. */
let compiled: Compiled | undefined

/** Runs `load`, which must create exactly one instance, with the limit in place. Uses the given module, if any. */
export function withMemoryCap<T>(megabytes: number, load: () => T, given?: Compiled): Capped<T> {
  compiled ??= given
  const { Module, Instance } = WebAssembly
  let exports: WasmExports = {}
  WebAssembly.Module = new Proxy(Module, {
    construct(target, [bytes]: [Uint8Array<ArrayBuffer>]) {
      const limited = compiled ? undefined : limitMemory(bytes, (megabytes * 1024 * 1024) / PAGE)
      compiled ??= { module: new target(limited ?? bytes), capped: limited !== undefined }
      return compiled.module
    },
  })
  WebAssembly.Instance = new Proxy(Instance, {
    construct(target, args: ConstructorParameters<typeof Instance>) {
      const instance = new target(...args)
      exports = instance.exports
      return instance
    },
  })
  try {
    const loaded = load()
    return { loaded, exports, compiled }
  } finally {
    Object.assign(WebAssembly, { Module, Instance })
  }
}

/** The module with that maximum; undefined if it does not define exactly one memory that fits. */
export function limitMemory(wasm: Uint8Array, maxPages: number): Uint8Array<ArrayBuffer> | undefined {
  const section = findSection(wasm, MEMORY_SECTION)
  if (!section) return undefined
  const count = readNumber(wasm, section.body)
  const flags = wasm[count.end]
  const minimum = readNumber(wasm, count.end + 1)
  if (count.value !== 1 || (flags !== 0 && flags !== HAS_MAXIMUM) || minimum.value > maxPages) return undefined
  const body = [1, HAS_MAXIMUM, ...writeNumber(minimum.value), ...writeNumber(Math.floor(maxPages))]
  return Uint8Array.from(
    Buffer.concat([
      wasm.subarray(0, section.start),
      Uint8Array.from([MEMORY_SECTION, ...writeNumber(body.length), ...body]),
      wasm.subarray(section.end),
    ]),
  )
}

function findSection(wasm: Uint8Array, id: number): { start: number; body: number; end: number } | undefined {
  // After the magic number and the version, each section has an id, a length and a body.
  for (let start = 8; start < wasm.length; ) {
    const length = readNumber(wasm, start + 1)
    const end = length.end + length.value
    if (wasm[start] === id) return { start, body: length.end, end }
    start = end
  }
  return undefined
}

/** Unsigned LEB128. */
function readNumber(bytes: Uint8Array, at: number): { value: number; end: number } {
  let value = 0
  for (let end = at, scale = 1; ; scale *= 128) {
    const byte = bytes[end++] ?? 0
    value += (byte & 127) * scale
    if (byte < 128) return { value, end }
  }
}

function writeNumber(value: number): number[] {
  const rest = Math.floor(value / 128)
  return rest === 0 ? [value] : [(value % 128) + 128, ...writeNumber(rest)]
}
