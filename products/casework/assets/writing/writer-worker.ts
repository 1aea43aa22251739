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
  // Copied: posting a view would also send the rest of its shared buffer.
  parentPort!.postMessage(new Uint8Array(await write(order))),
)
