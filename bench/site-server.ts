// A site of many pages, each with some kilobytes of typical vendor statements.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { PAGES } from './site-pages.ts'

const SENTENCES = [
  'We are SOC 2 Type II audited every year and share the report under NDA.',
  'Customer data is encrypted at rest with AES-256 and in transit with TLS 1.3.',
  'We notify customers of a personal data breach within 48 hours.',
  'Our support team answers questions about invoices, seats and roles on working days.',
  'Backups are kept for 35 days in a second region and restored as a test every quarter.',
  'An independent firm tests the application for weaknesses once a year.',
  'The dashboard shows what changed, who changed it and why, for as long as the plan says.',
  'Customer data is stored in Germany.',
]

const page = (
  number: number,
): string => `<!doctype html><html lang="en"><head><title>Security, part ${number}</title></head>
<body><header><a href="/">Home</a> <a href="/p/${(number + 1) % PAGES}">Next</a></header><main><h1>Security, part ${number}</h1>
${Array.from({ length: 40 }, (_, i) => `<p>${SENTENCES[(number + i) % SENTENCES.length]} Part ${number}, paragraph ${i}, is written for this page alone and for no other.</p>`).join('\n')}
<table><tr><th>Subprocessor</th><th>Purpose</th><th>Location</th></tr><tr><td>Stratus ${number} GmbH</td><td>Hosting</td><td>Germany</td></tr></table>
</main><footer><a href="/legal">Legal</a></footer></body></html>`

const server = createServer((request, response) => {
  const number = Number(/^\/p\/(\d+)$/.exec(request.url ?? '')?.[1] ?? Number.NaN)
  if (request.url === '/robots.txt') return response.end('User-agent: *\nAllow: /\n')
  if (Number.isNaN(number)) return response.writeHead(404, { 'content-type': 'text/html' }).end('<h1>Not found</h1>')
  return response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(page(number))
})
server.listen(0, '127.0.0.1', () =>
  console.log('facts', JSON.stringify({ port: String((server.address() as AddressInfo).port) })),
)
process.once('SIGTERM', () => process.exit(0))
