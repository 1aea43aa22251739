// A thread with the stores of some workspaces. It does one thing at a time, in the order it is asked; who waits for how
// long is decided outside (slot.ts), which can only end the whole thread.
import { parentPort } from 'node:worker_threads'
import { TooNarrow } from '../../terms/too-narrow.ts'
import { EngineError } from '../engine.ts'
import { bySubject } from './by-subject.ts'
import { addBytes, addLines, type Cell, freeCell, newCell, removeLines } from './cell.ts'
import { evaluateUpdate } from './evaluate-update.ts'
import { loadSnapshot } from './load-snapshot.ts'
import { type FromWorker, type Message, pack, type Reply, unpack } from './messages.ts'
import { beginImage, finishImage, type Incoming, readPart } from './read-image.ts'
import { readQuery } from './read-sparql.ts'
import { runQuery } from './run-query.ts'
import { compiled, isNearlyFull } from './wasm.ts'

const port = parentPort!
const cells = new Map<string, Cell>()
/** The image that is being read. */
let incoming: (Incoming & { workspace: string }) | undefined

port.on('message', (message: Message) => {
  try {
    const reply = answer(message)
    tell(reply, reply.did === 'query' && typeof reply.answer !== 'string' ? reply.answer.buffer : undefined)
  } catch (error) {
    tell({ failure: failureOf(error, message.do) })
  }
})
// The parser is built by the first text that it reads; a worker in reserve has the time for that.
readQuery('ASK {}', undefined)
tell({ ready: true, compiled })

/** To read a list of what is handed over costs as much as a short answer, so there is none where nothing is. */
function tell(words: FromWorker, given?: ArrayBufferLike): void {
  if (given instanceof ArrayBuffer) port.postMessage(words, [given])
  else port.postMessage(words)
}

function answer(message: Message): Reply {
  const { workspace } = message
  switch (message.do) {
    case 'load': {
      if (message.first) renew(workspace)
      const lines = unpack(message.lines)
      const cell = getCell(workspace)
      addLines(cell, bySubject(lines), { bulk: true, checked: true })
      return { did: 'load', statements: lines.length, wear: cell.wear }
    }
    case 'restore': {
      if (message.first) renew(workspace)
      const cell = getCell(workspace)
      return { did: 'restore', ...loadSnapshot(cell, message) }
    }
    case 'image':
      return restoreImage(message)
    case 'apply':
      return apply(getCell(workspace), message)
    case 'forget':
      forget(workspace)
      return { did: 'forget' }
    case 'query':
      return { did: 'query', answer: runQuery(getCell(workspace), message.question) }
    case 'update': {
      const cell = getCell(workspace)
      const { added, removed } = evaluateUpdate(cell, message)
      return { did: 'update', delta: { added: pack(added), removed: pack(removed) }, wear: cell.wear }
    }
  }
}

/** One at a time has a memory of its own, so that a worker takes twice its ceiling at most. */
function restoreImage({ workspace, folder, first }: Extract<Message, { do: 'image' }>): Reply {
  if (first) forget(workspace)
  const begun = incoming?.workspace === workspace ? incoming : undefined
  if (!begun && (incoming || cells.values().some(({ own }) => own !== undefined)))
    return { did: 'image', state: 'refused', statements: 0 }
  // Whatever fails, another one can begin.
  incoming = undefined
  const reading = begun ?? { ...beginImage(folder), workspace }
  readPart(reading)
  if (reading.left.length > 0) {
    incoming = reading
    return { did: 'image', state: 'part', statements: 0 }
  }
  cells.set(workspace, finishImage(reading))
  return { did: 'image', state: 'whole', statements: reading.note.statements }
}

function apply(cell: Cell, { changes }: Extract<Message, { do: 'apply' }>): Reply {
  let statements = 0
  for (const change of changes) {
    const removed = unpack(change.removed)
    const added = unpack(change.added)
    removeLines(cell, removed)
    addLines(cell, added, { checked: true })
    if (change.bulk) addBytes(cell, change.bulk.lines)
    statements += added.length + (change.bulk?.count ?? 0) - removed.length
  }
  return { did: 'apply', statements, wear: cell.wear }
}

function renew(workspace: string): void {
  forget(workspace)
  cells.set(workspace, newCell())
}

function forget(workspace: string): void {
  const cell = cells.get(workspace)
  cells.delete(workspace)
  if (cell) freeCell(cell)
  if (incoming?.workspace === workspace) incoming = undefined
}

function getCell(workspace: string): Cell {
  const cell = cells.get(workspace)
  if (!cell) throw new EngineError('unavailable', 'The workspace is not loaded.')
  return cell
}

function failureOf(error: unknown, doing: Message['do']): Extract<FromWorker, { failure: unknown }>['failure'] {
  const message = error instanceof Error ? error.message : String(error)
  if (error instanceof EngineError) return { kind: error.kind, message, fatal: false }
  if (error instanceof TooNarrow) return { kind: 'narrow', message, fatal: false }
  // After a trap the instance answers wrongly without saying so; a result past V8's longest string is never freed.
  if (/longer than 0x/.test(message)) return { kind: 'too_large', message: 'The result is too large.', fatal: true }
  if (error instanceof WebAssembly.RuntimeError || error instanceof RangeError)
    return isNearlyFull(cells.values().flatMap(({ own }) => (own ? [own] : [])))
      ? { kind: 'too_large', message: 'The request needs more memory than the engine has.', fatal: true }
      : { kind: 'crashed', message: `The engine broke on this request: ${message}`, fatal: true }
  // What Oxigraph says against a text, such as a function that it does not have. Anything else is our own mistake.
  const kind = doing === 'query' || doing === 'update' ? 'syntax' : 'crashed'
  return { kind, message, fatal: /recursive use|null pointer/.test(message) }
}
