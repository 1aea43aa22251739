// The limit for WASM memory, tested on minimal modules.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { test } from 'node:test'
import { limitMemory } from './memory-cap.ts'

const HEAD = [0x00, 0x61, 0x73, 0x6d, 1, 0, 0, 0]
const module = (...sections: number[]) => Uint8Array.from([...HEAD, ...sections])

test('a memory gets the maximum, whether it had none or another', () => {
  const limited = module(5, 5, 1, 1, 2, 0x80, 0x02)
  assert.deepEqual(limitMemory(module(5, 3, 1, 0, 2), 256), limited)
  assert.deepEqual(limitMemory(module(5, 4, 1, 1, 2, 9), 256), limited)
})

test('a module with another layout stays unchanged', () => {
  assert.equal(limitMemory(module(), 256), undefined)
  assert.equal(limitMemory(module(5, 5, 2, 0, 2, 0, 2), 256), undefined)
  assert.equal(limitMemory(module(5, 3, 1, 3, 2), 256), undefined)
  assert.equal(limitMemory(module(5, 3, 1, 0, 2), 1), undefined)
})

test('the Oxigraph module has the expected layout', () => {
  const file = createRequire(import.meta.url)
    .resolve('oxigraph')
    .replace('node.js', 'node_bg.wasm')
  const limited = limitMemory(readFileSync(file), 4_096)
  assert.ok(limited)
  assert.ok(new WebAssembly.Module(limited))
})
