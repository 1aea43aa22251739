// Extracting claims from documents of the demo web, compared with parsing their markup; and with
// BENCH_AGAINST=<commit>, compared with the extractor of that commit, alternating in this process.
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { answer, hostsOf, pagesOn } from '../products/provenance/demo-web/render.ts'
import type { Page, Site } from '../products/provenance/demo-web/site.ts'
import { SITES } from '../products/provenance/demo-web/sites.ts'
import type { DocumentContext, ReadDocument } from '../products/provenance/extract/types.ts'
import type { Bench, Result } from './benches.ts'
import { compare, type Target } from './measure.ts'

interface Extractor {
  readMarkup(markup: string, contentType: string): ReadDocument
  extractClaims(document: ReadDocument, context: DocumentContext): unknown
}

interface Made {
  html: string
  context: DocumentContext
}

export const extractBench: Bench = {
  name: 'extract',
  run: async () => {
    const root = new URL('..', import.meta.url).pathname
    const ours = await extractorIn(root)
    const pages = SITES.flatMap(pagesOf)
    const results = [await ratioOf('documents to claims / reading their markup alone', readers(ours, pages), 0.05)]
    const against = process.env.BENCH_AGAINST
    if (against) results.push(await againstCommit(root, against, ours, pages))
    return results
  },
}

const readers = (ours: Extractor, pages: readonly Made[]): { floor: Target; ours: Target } => ({
  floor: targetOf(pages, ({ html }) => ours.readMarkup(html, 'text/html')),
  ours: extracting(ours, pages),
})

async function againstCommit(root: string, commit: string, ours: Extractor, pages: readonly Made[]): Promise<Result> {
  const folder = mkdtempSync(join(tmpdir(), 'veritrace-then-'))
  try {
    const files = execFileSync('git', ['archive', commit, 'products', 'platform', 'package.json'], {
      cwd: root,
      maxBuffer: 1 << 30,
    })
    execFileSync('tar', ['-x', '-C', folder], { input: files })
    symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
    const then = extracting(await extractorIn(`${folder}/`), pages)
    return await ratioOf(
      `documents to claims / the same at ${commit}`,
      { floor: then, ours: extracting(ours, pages) },
      0.8,
    )
  } finally {
    rmSync(folder, { recursive: true })
  }
}

async function ratioOf(what: string, of: { floor: Target; ours: Target }, target: number): Promise<Result> {
  const { floor, ours, ratio } = await compare(of.floor, of.ours, 7, 2)
  return { what, ratio, target, detail: `${ours.toFixed(0)} against ${floor.toFixed(0)} documents per second` }
}

async function extractorIn(root: string): Promise<Extractor> {
  const { readMarkup } = await import(`${root}products/provenance/extract/read/read.ts`)
  const { extractClaims } = await import(`${root}products/provenance/extract/extract.ts`)
  return { readMarkup, extractClaims }
}

const extracting = (extractor: Extractor, pages: readonly Made[]): Target =>
  targetOf(pages, ({ html, context }) => extractor.extractClaims(extractor.readMarkup(html, 'text/html'), context))

const targetOf = (pages: readonly Made[], work: (page: Made) => unknown): Target => ({
  round: async (seconds) => {
    const started = performance.now()
    let done = 0
    while (performance.now() - started < seconds * 1000) {
      for (const page of pages) work(page)
      done += pages.length
    }
    return (done * 1000) / (performance.now() - started)
  },
})

const MOMENT = { day: 0, port: 80 }

function pagesOf(site: Site): Made[] {
  const isRead = (page: Page): boolean => page.kind !== '' && ['article', 'subprocessors'].includes(page.content.as)
  return hostsOf(site).flatMap((host) =>
    [...pagesOn(site, host, MOMENT.day)]
      .filter(([, page]) => isRead(page))
      .map(([path, { kind }]) => ({
        html: new TextDecoder().decode(answer(site, host, path, MOMENT).body),
        context: {
          url: `https://${host}.example${path}`,
          kind,
          vendor: { name: site.displayName, domain: `${site.name}.example`, aliases: [] },
        },
      })),
  )
}
