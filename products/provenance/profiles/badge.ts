// A small SVG for a vendor's own site that shows its readiness and risk band in the directory. It uses attributes only,
// because our content security policy forbids styles.
import type { Readiness } from '../directory-tables.ts'
import { xml } from './feed.ts'

const COLORS: Record<Readiness, string> = {
  verified: '#15803d',
  fresh: '#15803d',
  sourced: '#a16207',
  incomplete: '#a16207',
  unavailable: '#57534e',
}
const HEIGHT = 20
const PADDING = 8
/** Approximate width of a character at 11 px. */
const CHARACTER = 6.4

export function badge({
  display_name,
  readiness,
  risk_band,
}: {
  display_name: string
  readiness: Readiness
  risk_band: string | null
}): string {
  const label = 'evidence'
  const value = risk_band ? `${readiness} · ${risk_band} risk` : readiness
  const left = widthOf(label)
  const width = left + widthOf(value)
  const title = xml(`${display_name}: evidence ${value}`)
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${HEIGHT}" role="img" aria-label="${title}">
<title>${title}</title>
<rect width="${width}" height="${HEIGHT}" rx="3" fill="#1c1917"/>
<path d="M${left} 0h${width - left - 3}a3 3 0 0 1 3 3v${HEIGHT - 6}a3 3 0 0 1-3 3H${left}z" fill="${COLORS[readiness]}"/>
<g fill="#fff" font-family="Verdana,DejaVu Sans,sans-serif" font-size="11">
<text x="${PADDING}" y="14">${xml(label)}</text>
<text x="${left + PADDING}" y="14">${xml(value)}</text>
</g>
</svg>
`
}

const widthOf = (text: string): number => Math.round(text.length * CHARACTER) + 2 * PADDING
