// Crawlee's CheerioCrawler over a list of pages: fetched, parsed, and their text kept, as its guide shows it.
import { CheerioCrawler, Configuration } from '@crawlee/cheerio'

const [origin = '', pages = '0'] = process.argv.slice(2)
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
const began = performance.now()
await crawler.run(Array.from({ length: Number(pages) }, (_, i) => `${origin}/p/${i}`))
const seconds = (performance.now() - began) / 1000
console.log('facts', JSON.stringify({ pages: String(kept.length), seconds: String(seconds) }))
process.exit(0)
