// A report of 100 pages as PDF, from Markdown to bytes, compared with pdfmake alone on the same definition.
import assert from 'node:assert/strict'
import { openLog } from '@veritrace/platform/log'
import { definitionOf } from '../products/casework/assets/writing/definition.ts'
import type { PdfOrder } from '../products/casework/assets/writing/orders.ts'
import { openPrinter } from '../products/casework/assets/writing/printer.ts'
import { openWriters } from '../products/casework/assets/writing/writers.ts'
import type { Bench } from './benches.ts'

const ROWS = 3_960
const SECTIONS = 12
const ROUNDS = 3
/** The limit of the quality targets for 100 pages. */
const LIMIT_MS = 5_000

export const reportBench: Bench = {
  name: 'report',
  run: async () => {
    const order = orderOf()
    const writers = openWriters({ log: openLog('silent') })
    const printer = openPrinter()
    const times = { ours: [] as number[], floor: [] as number[] }
    let bytes: Uint8Array = new Uint8Array()
    try {
      // The first round warms up the compiler.
      for (let round = 0; round <= ROUNDS; round++) {
        const definition = definitionOf(order)
        const floor = await timed(() => printer.createPdf(definition).getBuffer())
        const ours = await timed(async () => {
          bytes = await writers.write(order, { tenant: 'bench' })
        })
        if (round > 0) {
          times.floor.push(floor)
          times.ours.push(ours)
        }
      }
    } finally {
      await writers.close()
    }
    const pages = Buffer.from(bytes)
      .toString('latin1')
      .match(/\/Type \/Page\b/g)!.length
    assert.ok(pages >= 100, `only ${pages} pages`)
    const [ours, floor] = [Math.min(...times.ours), Math.min(...times.floor)]
    const told = `${pages} pages in ${ours.toFixed(0)} ms`
    return [
      {
        what: 'pdfmake alone / a report of 100 pages',
        ratio: floor / ours,
        target: 0.7,
        detail: `${told}, ${floor.toFixed(0)} ms for the definition alone`,
      },
      {
        what: `${LIMIT_MS / 1000} s / the same for 100 pages`,
        ratio: (LIMIT_MS * pages) / 100 / ours,
        target: 1,
        detail: told,
      },
    ]
  },
}

function orderOf(): PdfOrder {
  const rowOf = (n: number) =>
    `| \`ZCL_ORDERS_${n}\` | CLAS | \`ZSD_${n % 40}\` | ${'ABCD'[n % 4]} | ${n % 4 < 2 ? 'yes' : 'no'} |`
  const sections = Array.from({ length: SECTIONS }, (_, section) => {
    const rows = Array.from({ length: ROWS / SECTIONS }, (_, row) => rowOf((section * ROWS) / SECTIONS + row))
    const head = '| Object | Type | Package | Level | Acceptable |\n|---|---|---|---|---|'
    return `## Part ${section + 1}\n\nObjects of this part, with **their level**.\n\n${head}\n${rows.join('\n')}\n`
  })
  return {
    format: 'pdf',
    title: 'Bench: technical report',
    markdown: `# Bench\n\n${sections.join('\n')}`,
    asOf: '2026-01-01T00:00:00.000Z',
    distribution: [...'ABCD'].map((code) => ({ code, objects: ROWS / 4, share: 0.25 })),
  }
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now()
  await work()
  return performance.now() - began
}
