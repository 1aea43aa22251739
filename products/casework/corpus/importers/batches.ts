// Collects the facts of a reader into batches for one INSERT each, and counts everything it finds.

import { cutText } from '@veritrace/platform/text'
import type { Rejected } from '../../model/tables.ts'
import { type Columns, columnsOf } from '../columns-store.ts'
import { type FactRecord, type Importer, Unreadable } from './record.ts'
import { decode } from './text.ts'

const MAX_ROWS = 2_000_000
const BATCH_FACTS = 2000
const SAMPLE = 50

export interface Tally {
  rows: number
  facts: number
  edges: number
  /** Successors that the file repeats. */
  repeated: number
  rejected: number
  doubts: number
  /** The first rejected rows, then doubtful ones up to the limit. */
  sample: Rejected[]
  states: Record<string, number>
}

/** Reads to the end, or throws when the file turns out to be unreadable. */
export function* readBatches(importer: Importer, bytes: Uint8Array, maxRows = MAX_ROWS): Generator<Columns, Tally> {
  const tally: Tally = { rows: 0, facts: 0, edges: 0, repeated: 0, rejected: 0, doubts: 0, sample: [], states: {} }
  // A Map, because a state may be named like a property of Object.prototype.
  const states = new Map<string, number>()
  const doubts: Rejected[] = []
  const first = new Map<string, string>()
  let batch: FactRecord[] = []
  const reject = (rejected: Rejected): void => {
    tally.rejected++
    if (tally.sample.length < SAMPLE) tally.sample.push(cut(rejected))
  }
  const doubt = (doubted: Rejected): void => {
    tally.doubts++
    if (doubts.length < SAMPLE) doubts.push(cut(doubted))
  }
  for (const found of importer.read(decode(importer.unpack?.(bytes) ?? bytes))) {
    if (++tally.rows > maxRows) throw new Unreadable(`The file has more than ${maxRows} rows.`)
    if ('more' in found) continue
    if ('rejected' in found) reject(found.rejected)
    else if ('doubt' in found) {
      doubt(found.doubt)
      tally.repeated += found.repeated ?? 0
    } else {
      const { fact, row } = found
      const name = `${fact.type}:${fact.key}`
      const before = first.get(name)
      if (before !== undefined) {
        reject({ row, pointer: fact.pointer, reason: `it repeats the object of ${before}` })
        continue
      }
      first.set(name, fact.pointer)
      count(tally, states, fact)
      if (fact.attributes?.unrecognised_state)
        doubt({ row, pointer: fact.pointer, reason: `the state “${fact.state}” is not recognized` })
      batch.push(fact)
      if (batch.length < BATCH_FACTS) continue
      yield columnsOf(batch)
      batch = []
    }
  }
  if (batch.length > 0) yield columnsOf(batch)
  return { ...tally, states: Object.fromEntries(states), sample: [...tally.sample, ...doubts].slice(0, SAMPLE) }
}

function count(tally: Tally, states: Map<string, number>, { state, successors }: FactRecord): void {
  tally.facts++
  tally.edges += successors.length
  states.set(state, (states.get(state) ?? 0) + 1)
}

const cut = ({ row, pointer, reason }: Rejected): Rejected => ({ row, pointer, reason: cutText(reason, 300) })
