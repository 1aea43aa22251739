// Three typefaces, as in the web app: Geist for our own text, Source Serif for quotes from a source, Geist Mono for
// machine output. Only Latin characters are included; others use the reader's system fonts.
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'

const FILES = {
  'geist.woff2': '@fontsource-variable/geist/files/geist-latin-wght-normal.woff2',
  'geist-mono.woff2': '@fontsource-variable/geist-mono/files/geist-mono-latin-wght-normal.woff2',
  'source-serif.woff2': '@fontsource-variable/source-serif-4/files/source-serif-4-latin-wght-normal.woff2',
} as const
type FontName = keyof typeof FILES

export const FONT_NAMES = Object.keys(FILES) as readonly FontName[]
export const FONT_FOLDER = '/assets/fonts/'
export const SANS = "Geist, ui-sans-serif, system-ui, -apple-system, 'Segoe UI', Roboto, sans-serif"
export const MONO = "'Geist Mono', ui-monospace, SFMono-Regular, Menlo, monospace"
export const SERIF = "'Source Serif', ui-serif, Georgia, serif"

const kept = new Map<FontName, Promise<Buffer>>()

export function readFont(name: FontName): Promise<Buffer> {
  const bytes = kept.get(name) ?? readFile(fileURLToPath(import.meta.resolve(FILES[name])))
  kept.set(name, bytes)
  return bytes
}

const face = (family: string, file: FontName): string =>
  `@font-face { font-family: '${family}'; src: url(${FONT_FOLDER}${file}) format('woff2'); font-weight: 100 900; font-display: swap; unicode-range: U+0000-00FF, U+0131, U+0152-0153, U+02BB-02BC, U+02C6, U+02DA, U+02DC, U+2000-206F, U+20AC, U+2122, U+2191, U+2193, U+2212, U+2215; }`

export const FONT_FACES = [
  face('Geist', 'geist.woff2'),
  face('Geist Mono', 'geist-mono.woff2'),
  face('Source Serif', 'source-serif.woff2'),
].join('\n')
