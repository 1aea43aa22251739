// The playground is only in builds with its flag, so the browser gets such a build instead of the server's files.
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openWebFiles, type WebEntry } from '@veritrace/platform/http/web-files'
import type { BrowserContext } from 'playwright-core'

const WEB = join(import.meta.dirname, '../apps/web')
const TYPES: Readonly<Record<string, string>> = { js: 'text/javascript', css: 'text/css', woff2: 'font/woff2' }

let built: Promise<{ folder: string; entry: WebEntry }> | undefined

export async function buildPlayground(context: BrowserContext): Promise<void> {
  built ??= make()
  const { folder, entry } = await built
  const files = join(folder, 'assets')
  const styles = entry.styles.map((path) => `<link rel="stylesheet" href="/${path}">`).join('')
  await context.route('**/assets/*', (route) => {
    const name = new URL(route.request().url()).pathname.split('/').pop()!
    return route.fulfill({ body: readFileSync(join(files, name)), contentType: TYPES[name.split('.').pop()!] ?? '' })
  })
  await context.route('**/app/_playground', async (route) => {
    const response = await route.fetch()
    const page = (await response.text())
      .replace(/<link rel="(?:modulepreload|stylesheet)" href="\/assets\/[^>]*>/g, '')
      .replace(/assets\/app-[\w-]+\.js/g, entry.script)
      .replace('</head>', `${styles}</head>`)
    await route.fulfill({ response, body: page })
  })
}

async function make(): Promise<{ folder: string; entry: WebEntry }> {
  const folder = mkdtempSync(join(tmpdir(), 'veritrace-playground-'))
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
  execFileSync('vite', ['build', WEB, '--outDir', folder, '--emptyOutDir', '--logLevel', 'error'], {
    env: { ...process.env, NODE_ENV: 'production', VITE_PLAYGROUND: '1' },
  })
  return { folder, entry: (await openWebFiles(folder).entry('app'))! }
}
