// Lists of subprocessors in common formats: table, bullets, cards, accordion, definition list.
import type { Content, ListShape, Subprocessor, SubprocessorList } from '../site.ts'
import { markdown } from './articles.ts'
import { escaped, type Frame, layout } from './layout.ts'

type Rows = readonly Subprocessor[]
const HEADERS = ['Subprocessor', 'Purpose', 'Location']
const SEAT_HEADERS = ['Entity', 'Service provided', 'Location of processing', 'Corporate location']

export function subprocessorPage(frame: Frame, list: Extract<Content, { as: 'subprocessors' }>): string {
  const parts = [
    `<h1>${escaped(frame.page.title)}</h1>`,
    markdown(list.intro),
    SHAPES[list.shape](list.rows, list),
    section('Planned subprocessors', list.planned, (rows) => table(rows, HEADERS)),
    section('Affiliates', list.affiliates, (rows) => table(rows, ['Entity', 'Purpose', 'Country'])),
    list.after ? markdown(list.after) : '',
  ]
  return layout(frame, `<article>${parts.filter(Boolean).join('\n')}</article>`)
}

const SHAPES: Record<ListShape, (rows: Rows, list: SubprocessorList) => string> = {
  table: (rows, { headers = HEADERS, former = [] }) => table(rows, headers, former),
  seats: (rows, { headers = SEAT_HEADERS, former = [] }) => table(rows, headers, former),
  list: (rows) =>
    `<ul>${rows.map(([name, purpose, place]) => `<li>${escaped(name)} – ${escaped(purpose)} (${escaped(place)})</li>`).join('\n')}</ul>`,
  cards: (rows) =>
    `<div class="cards">${rows.map(([name, purpose, place]) => `<div class="card"><h3>${escaped(name)}</h3><p>Purpose: ${escaped(purpose)}</p><p>Location: ${escaped(place)}</p></div>`).join('\n')}</div>`,
  accordion: (rows) =>
    rows
      .map(
        ([name, purpose, place]) =>
          `<details><summary>${escaped(name)}</summary><p>Purpose: ${escaped(purpose)}<br>Location: ${escaped(place)}</p></details>`,
      )
      .join('\n'),
  terms: (rows) =>
    `<dl>${rows.map(([name, purpose, place]) => `<dt>${escaped(name)}</dt><dd>${escaped(purpose)} (${escaped(place)})</dd>`).join('\n')}</dl>`,
}

function table(rows: Rows, headers: readonly string[], former: Rows = []): string {
  const cells = (row: Subprocessor, mark: (text: string) => string): string =>
    headers.map((_, index) => `<td>${mark(escaped(row[index] ?? ''))}</td>`).join('')
  return `<div class="wide"><table>
<thead><tr>${headers.map((header) => `<th scope="col">${escaped(header)}</th>`).join('')}</tr></thead>
<tbody>
${rows.map((row) => `<tr>${cells(row, (text) => text)}</tr>`).join('\n')}
${former.map((row) => `<tr>${cells(row, (text) => `<s>${text}</s>`)}</tr>`).join('\n')}
</tbody>
</table></div>`
}

function section(title: string, rows: Rows | undefined, render: (rows: Rows) => string): string {
  return rows ? `<h2>${title}</h2>\n${render(rows)}` : ''
}
