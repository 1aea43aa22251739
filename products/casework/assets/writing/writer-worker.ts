// The thread that writes reports.
import { parentPort } from 'node:worker_threads'
import { definitionOf } from './definition.ts'
import { htmlPage } from './html.ts'
import type { WriteOrder } from './orders.ts'
import { openPrinter } from './printer.ts'

const printer = openPrinter()

const write = async (order: WriteOrder): Promise<Uint8Array> =>
  order.format === 'html' ? Buffer.from(htmlPage(order)) : printer.createPdf(definitionOf(order)).getBuffer()

parentPort!.on('message', async (order: WriteOrder) =>
  // A copy of its own: what a buffer shares with others would go along.
  parentPort!.postMessage(new Uint8Array(await write(order))),
)
