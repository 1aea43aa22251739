// The thread that lays out PDFs.
import { createRequire } from 'node:module'
import { parentPort } from 'node:worker_threads'
import { type Block, definitionOf, type PdfOrder } from './definition.ts'

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

parentPort!.on('message', async (order: PdfOrder) => {
  const bytes = await printer.createPdf(definitionOf(order)).getBuffer()
  parentPort!.postMessage(new Uint8Array(bytes))
})
