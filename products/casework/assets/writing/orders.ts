// Messages to the report threads.

interface Written {
  title: string
  markdown: string
}
export interface PdfOrder extends Written {
  format: 'pdf'
  asOf: string
  distribution: readonly { code: string; objects: number; share: number }[]
}
export type WriteOrder = PdfOrder | (Written & { format: 'html' })
