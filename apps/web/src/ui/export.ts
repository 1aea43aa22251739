// Exports charts and tables as files.
import { csv } from './csv.ts'
import { saveText } from './save.ts'

type Cell = string | number
export interface TableData {
  columns: readonly string[]
  rows: readonly (readonly Cell[])[]
}

export const saveCsv = (name: string, { columns, rows }: TableData): void =>
  saveText(`${name}.csv`, 'text/csv', csv([columns, ...rows]))

const DRAWN = [
  'fill',
  'stroke',
  'stroke-width',
  'stroke-dasharray',
  'font-size',
  'font-family',
  'color',
  'opacity',
] as const

/** Saves the drawing with computed colors, because design tokens do not exist outside the page. */
export function saveSvg(name: string, svg: SVGSVGElement): void {
  const copy = svg.cloneNode(true) as SVGSVGElement
  copy.setAttribute('xmlns', 'http://www.w3.org/2000/svg')
  const from = [svg, ...svg.querySelectorAll('*')]
  const to = [copy, ...copy.querySelectorAll('*')]
  for (const [i, element] of from.entries()) {
    const seen = getComputedStyle(element)
    for (const property of DRAWN) to[i]!.setAttribute(property, seen.getPropertyValue(property))
    to[i]!.removeAttribute('class')
  }
  saveText(`${name}.svg`, 'image/svg+xml', new XMLSerializer().serializeToString(copy))
}
