// The playground is only in builds with its flag, so the browser gets such a build instead of the server's files.
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { BrowserContext } from 'playwright-core'

interface Entry {
  file: string
  css?: string[]
}
const WEB = join(import.meta.dirname, '../apps/web')
const TYPES: Readonly<Record<string, string>> = { js: 'text/javascript', css: 'text/css', woff2: 'font/woff2' }

let built: { folder: string; entry: Entry } | undefined

export async function buildPlayground(context: BrowserContext): Promise<void> {
  built ??= make()
  const { folder, entry } = built
  const files = join(folder, 'assets')
  await context.route('**/assets/*', (route) => {
    const name = new URL(route.request().url()).pathname.split('/').pop()!
    return route.fulfill({ body: readFileSync(join(files, name)), contentType: TYPES[name.split('.').pop()!] ?? '' })
  })
  await context.route('**/app/_playground', async (route) => {
    const response = await route.fetch()
    const page = (await response.text())
      .replace(/<link rel="modulepreload"[^>]*>/g, '')
      .replace(/assets\/app-[\w-]+\.js/g, entry.file)
      .replace(/assets\/app-[\w-]+\.css/g, entry.css![0]!)
    await route.fulfill({ response, body: page })
  })
}

function make(): { folder: string; entry: Entry } {
  const folder = mkdtempSync(join(tmpdir(), 'veritrace-playground-'))
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
  execFileSync('vite', ['build', WEB, '--outDir', folder, '--emptyOutDir', '--logLevel', 'error'], {
    env: { ...process.env, NODE_ENV: 'production', VITE_PLAYGROUND: '1' },
  })
  const manifest = JSON.parse(readFileSync(join(folder, '.vite/manifest.json'), 'utf8')) as Record<string, Entry>
  return { folder, entry: manifest['src/app/main.tsx']! }
}
