// A thread with the stores of some workspaces. It does one thing at a time, in the order it is asked; who waits for how
// long is decided outside (slot.ts), which can only end the whole thread.
import { parentPort } from 'node:worker_threads'
import { EngineError } from '../engine.ts'
import { addLines, type Cell, newCell, removeLines } from './cell.ts'
import { evaluateUpdate } from './evaluate-update.ts'
import { loadSnapshot } from './load-snapshot.ts'
import { type FromWorker, type Message, pack, type Reply, unpack } from './messages.ts'
import { runQuery } from './run-query.ts'
import { memory } from './wasm.ts'

const port = parentPort!
const cells = new Map<string, Cell>()

port.on('message', (message: Message) => {
  try {
    const reply = answer(message)
    tell({ reply }, reply.did === 'query' ? [reply.answer.body.buffer] : [])
  } catch (error) {
    tell({ failure: failureOf(error, message.do) })
  }
})
tell({ ready: true, capped: memory.capped() })

function tell(words: FromWorker, transfer: ArrayBufferLike[] = []): void {
  port.postMessage(
    words,
    transfer.filter((buffer) => buffer instanceof ArrayBuffer),
  )
}

function answer(message: Message): Reply {
  const { workspace } = message
  switch (message.do) {
    case 'load': {
      if (message.first) renew(workspace)
      const lines = unpack(message.lines)
      const cell = getCell(workspace)
      addLines(cell, lines, { bulk: true, checked: true })
      return { did: 'load', statements: lines.length, wear: cell.wear }
    }
    case 'restore': {
      if (message.first) renew(workspace)
      const cell = getCell(workspace)
      return { did: 'restore', ...loadSnapshot(cell, message), wear: cell.wear }
    }
    case 'apply':
      return apply(getCell(workspace), message)
    case 'forget':
      forget(workspace)
      return { did: 'forget' }
    case 'query':
      return { did: 'query', answer: runQuery(getCell(workspace), message) }
    case 'update': {
      const cell = getCell(workspace)
      const { added, removed } = evaluateUpdate(cell, message)
      return { did: 'update', delta: { added: pack(added), removed: pack(removed) }, wear: cell.wear }
    }
  }
}

function apply(cell: Cell, { changes }: Extract<Message, { do: 'apply' }>): Reply {
  let statements = 0
  for (const change of changes) {
    const removed = unpack(change.removed)
    const added = unpack(change.added)
    removeLines(cell, removed)
    addLines(cell, added, { checked: true })
    statements += added.length - removed.length
  }
  return { did: 'apply', statements, wear: cell.wear }
}

function renew(workspace: string): void {
  forget(workspace)
  cells.set(workspace, newCell())
}

function forget(workspace: string): void {
  cells.get(workspace)?.store.free()
  cells.delete(workspace)
}

function getCell(workspace: string): Cell {
  const cell = cells.get(workspace)
  if (!cell) throw new EngineError('unavailable', 'The workspace is not loaded.')
  return cell
}

function failureOf(error: unknown, doing: Message['do']): Extract<FromWorker, { failure: unknown }>['failure'] {
  const message = error instanceof Error ? error.message : String(error)
  if (error instanceof EngineError) return { kind: error.kind, message, fatal: false }
  // After a trap the instance answers wrongly without saying so; a result past V8's longest string is never freed.
  if (/longer than 0x/.test(message)) return { kind: 'too_large', message: 'The result is too large.', fatal: true }
  if (error instanceof WebAssembly.RuntimeError || error instanceof RangeError)
    return memory.isNearlyFull()
      ? { kind: 'too_large', message: 'The request needs more memory than the engine has.', fatal: true }
      : { kind: 'crashed', message: `The engine broke on this request: ${message}`, fatal: true }
  // What Oxigraph says against a text, such as a function that it does not have. Anything else is our own mistake.
  const kind = doing === 'query' || doing === 'update' ? 'syntax' : 'crashed'
  return { kind, message, fatal: /recursive use|null pointer/.test(message) }
}
