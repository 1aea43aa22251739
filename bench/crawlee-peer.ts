// Crawlee's CheerioCrawler on a list of pages: it fetches and parses them and stores their text, as in its guide.
import { CheerioCrawler, Configuration } from '@crawlee/cheerio'

const [origin = '', pages = '0', before = '0'] = process.argv.slice(2)
const kept: { url: string; title: string; text: string }[] = []
const crawler = new CheerioCrawler(
  {
    maxRequestRetries: 0,
    requestHandler: async ({ request, $ }) => {
      kept.push({ url: request.url, title: $('title').text(), text: $('body').text() })
    },
  },
  new Configuration({ persistStorage: false, logLevel: 0 } as never),
)
const addresses = (first: number, count: number) => Array.from({ length: count }, (_, i) => `${origin}/p/${first + i}`)
await crawler.run(addresses(Number(pages), Number(before)))
kept.length = 0
const began = performance.now()
await crawler.run(addresses(0, Number(pages)))
const seconds = (performance.now() - began) / 1000
console.log('facts', JSON.stringify({ pages: String(kept.length), seconds: String(seconds) }))
process.exit(0)
