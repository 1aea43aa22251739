// Opens pdfmake for reports, with its own fonts and without access to the network or to files.
import { createRequire } from 'node:module'
import type { Block } from './blocks.ts'

interface Printer {
  addFonts(fonts: unknown): void
  setUrlAccessPolicy(may: () => boolean): void
  setLocalAccessPolicy(may: (path: string) => boolean): void
  createPdf(definition: Block): { getBuffer(): Promise<Buffer> }
}

export function openPrinter(): Printer {
  // CommonJS without named exports for ES modules.
  const require = createRequire(import.meta.url)
  const printer = require('pdfmake') as Printer
  printer.addFonts(require('pdfmake/fonts/Roboto'))
  // Content of a report must never make us fetch or read anything.
  printer.setUrlAccessPolicy(() => false)
  printer.setLocalAccessPolicy((path) => path.endsWith('.ttf'))
  return printer
}
