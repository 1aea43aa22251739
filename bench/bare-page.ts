// The minimal page with our fonts: no script and one style sheet.
import { globSync, readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { freePort } from '@veritrace/platform/ports'
import { WEB_FOLDER } from '../apps/web/ensure-built.ts'

const FONTS = ['geist-latin-wght', 'geist-mono-latin-wght']
const PAGE = `<!doctype html><html lang="en"><meta charset="utf-8"><title>Bare</title><style>
${FONTS.map((name) => `@font-face { font-family: ${name}; src: url(/${name}.woff2) format('woff2') }`).join('\n')}
body { font: 14px/22px ${FONTS[0]} } code { font-family: ${FONTS[1]} }
</style><h1>Hello, Ada</h1><p>Best next fixes: <code>VBAK</code></p>${'<p>11 of 25 objects are acceptable.</p>'.repeat(30)}`

export async function openBarePage(): Promise<{ url: string; close(): Promise<void> }> {
  const fonts = new Map(FONTS.map((name) => [`/${name}.woff2`, readFileSync(find(name))]))
  const server = createServer(({ url = '' }, answer) => {
    const font = fonts.get(url)
    answer.setHeader('content-type', font ? 'font/woff2' : 'text/html')
    if (font) answer.setHeader('cache-control', 'max-age=31536000, immutable')
    answer.end(font ?? PAGE)
  })
  const port = await freePort()
  await new Promise<void>((done) => server.listen(port, '127.0.0.1', done))
  return {
    url: `http://127.0.0.1:${port}/`,
    close: () => new Promise((done) => server.close(() => done())),
  }
}

function find(name: string): string {
  const [file] = globSync(`assets/${name}*.woff2`, { cwd: WEB_FOLDER })
  if (!file) throw new Error(`The build has no font ${name}.`)
  return join(WEB_FOLDER, file)
}
