import type { Screen } from './screens.ts'

/** All screenshots on one page: a row per screen, a column per window and theme. */
export function contactSheet(screens: readonly Screen[], widths: readonly string[], themes: readonly string[]): string {
  const columns = widths.flatMap((width) => themes.map((theme) => `${width}-${theme}`))
  const cell = (name: string, column: string) =>
    `<td><a href="${name}-${column}.png"><img loading="lazy" src="${name}-${column}.png" alt="${name}, ${column}"></a></td>`
  const rows = screens.map(
    ({ name, path }) =>
      `<tr><th scope="row">${name}<br><code>${escaped(path)}</code></th>${columns.map((one) => cell(name, one)).join('')}</tr>`,
  )
  return `<!doctype html><html lang="en"><meta charset="utf-8"><title>Screens</title>
<style>
body { font: 13px/1.4 system-ui; margin: 1rem }
th { text-align: left; vertical-align: top; padding: .5rem; max-width: 14rem; overflow-wrap: anywhere }
td { vertical-align: top; padding: .5rem }
img { border: 1px solid #ccc; max-height: 26rem; max-width: 34rem }
</style>
<table><thead><tr><th>Screen</th>${columns.map((one) => `<th scope="col">${one}</th>`).join('')}</tr></thead>
<tbody>
${rows.join('\n')}
</tbody></table>
`
}

const escaped = (text: string): string => text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`)
