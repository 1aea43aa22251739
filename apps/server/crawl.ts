// npm run crawl -- <domain or slug> [--json] [--data-dir <folder>] [--url <server>]: crawls one vendor.
// Exits 0 if a page was read, 1 if none was, 2 if nothing was attempted.
import { parseArgs } from 'node:util'

const USAGE = 'Usage: npm run crawl -- <domain or slug> [--json] [--data-dir <folder>] [--url <server>]'

const order = readOrder()
if ('problem' in order) {
  console.error(order.problem)
  process.exitCode = 2
} else {
  // Imported only when there is something to do, so that the usage is printed immediately.
  const { readConfig } = await import('@veritrace/platform/config/config')
  const { runCrawl } = await import('./crawl-run.ts')
  process.exitCode = await runCrawl(() => readConfig(process.argv.slice(2)), order)
}

function readOrder(): { name: string; json: boolean; server: string | undefined } | { problem: string } {
  try {
    const { values, positionals } = parseArgs({
      allowPositionals: true,
      options: { json: { type: 'boolean', default: false }, 'data-dir': { type: 'string' }, url: { type: 'string' } },
    })
    const [name] = positionals
    if (!name || positionals.length > 1) return { problem: USAGE }
    return { name, json: values.json, server: values.url }
  } catch (error) {
    return { problem: `${error instanceof Error ? error.message : error}\n${USAGE}` }
  }
}
