// The build of apps/web: the files of each entry, and their bytes, compressed at build time.
import { readFile, stat } from 'node:fs/promises'
import { extname, join } from 'node:path'
import type { Encoding } from './compression.ts'

/** Paths below `/`, such as `assets/console-a1b2c3.js`. */
export interface WebEntry {
  script: string
  styles: readonly string[]
  /** Scripts that the entry imports. */
  preloads: readonly string[]
}
export interface WebFile {
  type: string
  bytes: Buffer
  encoding: Encoding | undefined
}
export interface WebFiles {
  /** Undefined if it has not been built. */
  entry(name: string): Promise<WebEntry | undefined>
  file(path: string, encoding: Encoding | undefined): Promise<WebFile | undefined>
}

interface Chunk {
  file: string
  name?: string
  isEntry?: boolean
  imports?: readonly string[]
  css?: readonly string[]
  assets?: readonly string[]
}
type Manifest = Readonly<Record<string, Chunk>>

const TYPES: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
}
const ENDINGS: Record<Encoding, string> = { br: '.br', gzip: '.gz' }

export function openWebFiles(folder: string): WebFiles {
  const path = join(folder, '.vite/manifest.json')
  let known = { changed: 0, manifest: {} as Manifest, files: new Set<string>() }
  const kept = new Map<string, Promise<Buffer | undefined>>()

  /** Rereads the manifest if a new build has replaced it. */
  const look = async () => {
    const changed = (await stat(path).catch(() => undefined))?.mtimeMs ?? 0
    if (changed === known.changed) return known
    kept.clear()
    const manifest: Manifest = changed ? JSON.parse(await readFile(path, 'utf8')) : {}
    known = { changed, manifest, files: new Set(Object.values(manifest).flatMap(filesOf)) }
    return known
  }
  const read = (file: string) => {
    const bytes = kept.get(file) ?? readFile(join(folder, file)).catch(() => undefined)
    kept.set(file, bytes)
    return bytes
  }

  return {
    entry: async (name) => {
      const { manifest } = await look()
      const found = Object.values(manifest).find((chunk) => chunk.isEntry && chunk.name === name)
      return found && entryOf(manifest, found)
    },
    file: async (name, encoding) => {
      const { files } = known.files.has(name) ? known : await look()
      if (!files.has(name)) return undefined
      const type = TYPES[extname(name)] ?? 'application/octet-stream'
      const packed = encoding && (await read(name + ENDINGS[encoding]))
      if (packed) return { type, bytes: packed, encoding }
      const bytes = await read(name)
      return bytes && { type, bytes, encoding: undefined }
    },
  }
}

const filesOf = ({ file, css = [], assets = [] }: Chunk): string[] => [file, ...css, ...assets]

function entryOf(manifest: Manifest, entry: Chunk): WebEntry {
  const chunks = new Set<Chunk>()
  const add = (chunk: Chunk) => {
    if (chunks.has(chunk)) return
    chunks.add(chunk)
    for (const name of chunk.imports ?? []) if (manifest[name]) add(manifest[name])
  }
  add(entry)
  const [, ...others] = [...chunks].map(({ file }) => file)
  return { script: entry.file, preloads: others, styles: [...new Set([...chunks].flatMap(({ css = [] }) => css))] }
}
