// Finds edges by id. Ids are hashes, so some of their bits serve as the hash. Sharded into small tables that grow
// independently: growing a single table of a million ids would take longer than a request may wait.

/** Length of an id in bytes. */
const ID = 32
const SHARDS = 256
const FIRST_ROOM = 16

export interface IdTable {
  /** 32 bytes per edge. */
  ids: Buffer<ArrayBuffer>
  /** Open addressing, at most half full; 0 marks a free entry. */
  shards: Uint32Array<ArrayBuffer>[]
  counts: Uint32Array<ArrayBuffer>
}

export const newIdTable = (room: number): IdTable => ({
  ids: Buffer.alloc(room * ID),
  shards: Array.from({ length: SHARDS }, () => new Uint32Array(FIRST_ROOM)),
  counts: new Uint32Array(SHARDS),
})

export const idAt = ({ ids }: IdTable, edge: number): string => ids.toString('latin1', edge * ID, (edge + 1) * ID)

/** 0 if there is none. */
export function findId(table: IdTable, id: string): number {
  const hash = hashOf(id)
  const shard = table.shards[hash & (SHARDS - 1)]!
  return shard[slotOf(shard, hash, table.ids, id)]!
}

/** Maps the id to this edge. */
export function putId(table: IdTable, id: string, edge: number): void {
  table.ids.write(id, edge * ID, ID, 'latin1')
  const hash = hashOf(id)
  const at = hash & (SHARDS - 1)
  if (table.counts[at]! * 2 >= table.shards[at]!.length) table.shards[at] = grown(table.shards[at]!, table.ids)
  const shard = table.shards[at]!
  const slot = slotOf(shard, hash, table.ids, id)
  if (shard[slot] === 0) table.counts[at]! += 1
  shard[slot] = edge
}

export function growIds(table: IdTable, room: number): void {
  const ids = Buffer.alloc(room * ID)
  ids.set(table.ids)
  table.ids = ids
}

const placeOf = (hash: number, shard: Uint32Array): number => (hash >>> 8) & (shard.length - 1)

/** The index of the id, or of the free entry for it. */
function slotOf(shard: Uint32Array, hash: number, ids: Buffer, id: string): number {
  let slot = placeOf(hash, shard)
  while (shard[slot] !== 0 && !isAt(ids, shard[slot]!, id)) slot = (slot + 1) & (shard.length - 1)
  return slot
}

function isAt(ids: Buffer, edge: number, id: string): boolean {
  for (let at = 0, place = edge * ID; at < ID; at++, place++) if (ids[place] !== id.charCodeAt(at)) return false
  return true
}

function grown(shard: Uint32Array, ids: Buffer): Uint32Array<ArrayBuffer> {
  const larger = new Uint32Array(shard.length * 2)
  for (const edge of shard) {
    if (edge === 0) continue
    let slot = placeOf(hashAt(ids, edge), larger)
    while (larger[slot] !== 0) slot = (slot + 1) & (larger.length - 1)
    larger[slot] = edge
  }
  return larger
}

/** Roughly the first 30 bits. */
export function hashOf(id: string): number {
  let hash = 0
  for (let at = 0; at < 6; at++) hash = (hash << 5) | (id.charCodeAt(at) & 31)
  return hash
}

function hashAt(ids: Buffer, edge: number): number {
  let hash = 0
  for (let at = 0, place = edge * ID; at < 6; at++, place++) hash = (hash << 5) | (ids[place]! & 31)
  return hash
}
