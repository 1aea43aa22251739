// A thread with the stores of some workspaces. It handles one message at a time, in order. The main thread
// (engine-worker.ts) enforces time limits; it can only end the whole thread.
import { parentPort } from 'node:worker_threads'
import { TooNarrow } from '../../terms/too-narrow.ts'
import { EngineError } from '../engine.ts'
import { bySubject } from './by-subject.ts'
import { evaluateUpdate } from './evaluate-update.ts'
import { loadSnapshot } from './load-snapshot.ts'
import { type FromWorker, type Message, pack, type Reply, unpack } from './messages.ts'
import { beginImage, finishImage, type Incoming, readPart } from './read-image.ts'
import { readQuery } from './read-sparql.ts'
import { runQuery } from './run-query.ts'
import { addBytes, addLines, freeShard, newShard, removeLines, type Shard } from './shard.ts'
import { compiled, isNearlyFull } from './wasm.ts'

const port = parentPort!
const shards = new Map<string, Shard>()
/** The image that is being read. */
let incoming: (Incoming & { workspace: string }) | undefined

port.on('message', (message: Message) => {
  try {
    const reply = answer(message)
    send(reply, reply.did === 'query' && typeof reply.answer !== 'string' ? reply.answer.buffer : undefined)
  } catch (error) {
    send({ failure: failureOf(error, message.do) })
  }
})
// The parser is built by the first text it reads; a worker in reserve has time for that.
readQuery('ASK {}', undefined)
send({ ready: true, compiled })

/** A transfer list costs as much as a short answer, so it is passed only when there is something to transfer. */
function send(message: FromWorker, given?: ArrayBufferLike): void {
  if (given instanceof ArrayBuffer) port.postMessage(message, [given])
  else port.postMessage(message)
}

function answer(message: Message): Reply {
  const { workspace } = message
  switch (message.do) {
    case 'load': {
      if (message.first) renew(workspace)
      const lines = unpack(message.lines)
      const shard = getShard(workspace)
      addLines(shard, bySubject(lines), { bulk: true, checked: true })
      return { did: 'load', statements: lines.length, wear: shard.wear }
    }
    case 'restore': {
      if (message.first) renew(workspace)
      const shard = getShard(workspace)
      return { did: 'restore', ...loadSnapshot(shard, message) }
    }
    case 'image':
      return restoreImage(message)
    case 'apply':
      return apply(getShard(workspace), message)
    case 'forget':
      forget(workspace)
      return { did: 'forget' }
    case 'query':
      return { did: 'query', answer: runQuery(getShard(workspace), message.question) }
    case 'update': {
      const shard = getShard(workspace)
      const { added, removed } = evaluateUpdate(shard, message)
      return { did: 'update', delta: { added: pack(added), removed: pack(removed) }, wear: shard.wear }
    }
  }
}

/** Only one workspace at a time gets a separate memory, so that a worker uses at most twice its limit. */
function restoreImage({ workspace, folder, first }: Extract<Message, { do: 'image' }>): Reply {
  if (first) forget(workspace)
  const begun = incoming?.workspace === workspace ? incoming : undefined
  if (!begun && (incoming || shards.values().some(({ own }) => own !== undefined)))
    return { did: 'image', state: 'refused', statements: 0 }
  // Reset first, so that another image can start if this one fails.
  incoming = undefined
  const reading = begun ?? { ...beginImage(folder), workspace }
  readPart(reading)
  if (reading.left.length > 0) {
    incoming = reading
    return { did: 'image', state: 'part', statements: 0 }
  }
  shards.set(workspace, finishImage(reading))
  return { did: 'image', state: 'whole', statements: reading.note.statements }
}

function apply(shard: Shard, { changes }: Extract<Message, { do: 'apply' }>): Reply {
  let statements = 0
  for (const change of changes) {
    const removed = unpack(change.removed)
    const added = unpack(change.added)
    removeLines(shard, removed)
    addLines(shard, added, { checked: true })
    if (change.bulk) addBytes(shard, change.bulk.lines)
    statements += added.length + (change.bulk?.count ?? 0) - removed.length
  }
  return { did: 'apply', statements, wear: shard.wear }
}

function renew(workspace: string): void {
  forget(workspace)
  shards.set(workspace, newShard())
}

function forget(workspace: string): void {
  const shard = shards.get(workspace)
  shards.delete(workspace)
  if (shard) freeShard(shard)
  if (incoming?.workspace === workspace) incoming = undefined
}

function getShard(workspace: string): Shard {
  const shard = shards.get(workspace)
  if (!shard) throw new EngineError('unavailable', 'The workspace is not loaded.')
  return shard
}

function failureOf(error: unknown, doing: Message['do']): Extract<FromWorker, { failure: unknown }>['failure'] {
  const message = error instanceof Error ? error.message : String(error)
  if (error instanceof EngineError) return { kind: error.kind, message, fatal: false }
  if (error instanceof TooNarrow) return { kind: 'narrow', message, fatal: false }
  // After a trap the instance may silently answer wrongly. A result longer than V8's maximum string is never freed.
  if (/longer than 0x/.test(message)) return { kind: 'too_large', message: 'The result is too large.', fatal: true }
  if (error instanceof WebAssembly.RuntimeError || error instanceof RangeError)
    return isNearlyFull(shards.values().flatMap(({ own }) => (own ? [own] : [])))
      ? { kind: 'too_large', message: 'The request needs more memory than the engine has.', fatal: true }
      : { kind: 'crashed', message: `The engine crashed on this request: ${message}`, fatal: true }
  // Oxigraph's complaint about a text, such as an unknown function. In other messages an error is our own bug.
  const kind = doing === 'query' || doing === 'update' ? 'syntax' : 'crashed'
  return { kind, message, fatal: /recursive use|null pointer/.test(message) }
}
