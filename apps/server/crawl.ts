// npm run crawl: crawls one vendor now.
import { type Command, DATA_DIR, usageOf, wordsFromShell } from '@veritrace/platform/command-line'

const COMMAND = {
  name: 'npm run crawl',
  words: 'VENDOR',
  about: 'Crawls one vendor now, and prints progress and findings. A vendor is a domain or a slug.',
  options: {
    json: { type: 'boolean', default: false, help: 'print the result as JSON' },
    'data-dir': DATA_DIR,
    url: { type: 'string', value: 'URL', help: 'crawl through this server instead of in this process' },
  },
  notes: ['Exits 0 if a page was read, 1 if none was, 2 if nothing was attempted.'],
  examples: ['npm run crawl -- acme.example', 'npm run -s crawl -- acme.example --json'],
} as const satisfies Command

const { values, positionals } = wordsFromShell(COMMAND)
const [name] = positionals
if (!name || positionals.length > 1) {
  console.error(usageOf(COMMAND))
  process.exitCode = 2
} else {
  // Imported only when there is something to do, so that the usage is printed immediately.
  const { readConfig } = await import('@veritrace/platform/config/config')
  const { runCrawl } = await import('./crawl-run.ts')
  const order = { name, json: values.json, server: values.url }
  process.exitCode = await runCrawl(() => readConfig(process.argv.slice(2)), order)
}
