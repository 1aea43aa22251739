// The thread that writes reports.
import { createRequire } from 'node:module'
import { parentPort } from 'node:worker_threads'
import { type Block, definitionOf } from './definition.ts'
import { htmlPage } from './html.ts'
import type { WriteOrder } from './orders.ts'

interface Printer {
  addFonts(fonts: unknown): void
  setUrlAccessPolicy(may: () => boolean): void
  setLocalAccessPolicy(may: (path: string) => boolean): void
  createPdf(definition: Block): { getBuffer(): Promise<Buffer> }
}

// CommonJS without named exports for ES modules.
const require = createRequire(import.meta.url)
const printer = require('pdfmake') as Printer
printer.addFonts(require('pdfmake/fonts/Roboto'))
// What a report says must never make us fetch or read anything.
printer.setUrlAccessPolicy(() => false)
printer.setLocalAccessPolicy((path) => path.endsWith('.ttf'))

const write = async (order: WriteOrder): Promise<Uint8Array> =>
  order.format === 'html' ? Buffer.from(htmlPage(order)) : printer.createPdf(definitionOf(order)).getBuffer()

parentPort!.on('message', async (order: WriteOrder) =>
  // A copy of its own: what a buffer shares with others would go along.
  parentPort!.postMessage(new Uint8Array(await write(order))),
)
