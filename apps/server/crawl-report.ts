// Formats crawl results for a terminal. Text from pages is sanitized, because it must not move the cursor.
import type { WriteStream } from 'node:tty'
import { stripVTControlCharacters } from 'node:util'
import type { FoundByCrawl, Progress } from '@veritrace/provenance'

type Outcome = FoundByCrawl['outcomes'][number]

const clean = (text: string): string =>
  stripVTControlCharacters(text)
    .replace(/[\p{Cc}\p{Cf}\s]+/gu, ' ')
    .trim()

const cut = (text: string, length: number): string =>
  text.length > length ? `${text.slice(0, Math.max(length - 1, 1))}…` : text

/** Updates one line on a terminal; prints a line per page elsewhere. */
export function openLine(to: WriteStream, isQuiet: boolean) {
  const isLive = to.isTTY && !isQuiet
  let isOpen = false
  const show = (text: string): void => {
    if (!isLive) return
    isOpen = true
    to.write(`\r\u001b[2K${cut(clean(text), (to.columns ?? 80) - 1)}`)
  }
  const print = (text: string): void => {
    if (!isQuiet && !isLive) to.write(`${clean(text)}\n`)
  }
  const tell = (progress: Progress): void => {
    const words = wordsOf(progress)
    if (progress.step === 'reading') show(words)
    else if (progress.step === 'read') print(words)
    else {
      show(words)
      print(words)
    }
  }
  const end = (): void => {
    if (isOpen) to.write('\r\u001b[2K')
    isOpen = false
  }
  return { tell, end }
}

function wordsOf(progress: Progress): string {
  switch (progress.step) {
    case 'discovering':
      return `Looking for pages at ${progress.url}`
    case 'discovered':
      return `${progress.sources} ${progress.sources === 1 ? 'page' : 'pages'} to read, ${progress.added} new`
    case 'reading':
      return `[${progress.at}/${progress.of}] ${progress.kind} ${progress.url}`
    case 'read':
      return `[${progress.at}/${progress.of}] ${resultOf(progress.outcome)} ${progress.outcome.kind} ${progress.outcome.url}`
  }
}

const resultOf = ({ status, errorClass, claims }: Outcome): string =>
  status === 'failed' ? `failed (${errorClass})` : status === 'skipped' ? 'skipped' : `${status}, ${claims} claims`

export function report({ vendor, outcomes, claims, added, detail }: FoundByCrawl, columns: number): string {
  const title = `${clean(vendor.display_name)} (${vendor.primary_domain})${vendor.isNew ? ', new in the directory' : ''}`
  const rows = outcomes.map((outcome) => [outcome.kind || 'page', resultOf(outcome), outcome.url])
  const failures = outcomes
    .filter(({ detail }) => detail !== '')
    .map(({ url, detail }) => `  ${clean(url)}: ${clean(detail)}`)
  const said = claims.map(({ category, value, state, snippet, source_url }) =>
    [
      `  ${clean(category)}: ${clean(value)} (${state})`,
      `    “${cut(clean(snippet), Math.max(columns - 8, 40))}”`,
      `    ${clean(source_url)}`,
    ].join('\n'),
  )
  return [
    title,
    `${outcomes.length} ${outcomes.length === 1 ? 'page' : 'pages'}, ${added} new; ${claims.length} claims in all.`,
    ...(detail !== '' && outcomes.length === 0 ? ['', clean(detail)] : []),
    ...(rows.length > 0 ? ['', table(['kind', 'result', 'page'], rows, columns)] : []),
    ...(failures.length > 0 ? ['', 'Failed or not yet confirmed:', ...failures] : []),
    ...(said.length > 0 ? ['', 'Claims and their sources:', ...said] : []),
  ].join('\n')
}

function table(head: string[], rows: string[][], columns: number): string {
  const all = [head, ...rows].map((row) => row.map(clean))
  const widths = head.map((_, i) => Math.max(...all.map((row) => row[i]!.length)))
  return all
    .map((row) => cut(row.map((cell, i) => cell.padEnd(widths[i]!)).join('  '), Math.max(columns, 60)).trimEnd())
    .join('\n')
}
