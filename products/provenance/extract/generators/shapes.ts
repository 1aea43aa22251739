// Ways to publish a list of suppliers. Each makes a page of the same suppliers; what is read from it must be the same too.
import type { Language } from '../cues/names.ts'
import type { Random } from './random.ts'
import type { Words } from './words.ts'

export interface Supplier {
  name: string
  purpose: string
  place: string
}

export interface Made {
  suppliers: readonly Supplier[]
  words: Words
  random: Random
  language: Language
}

/** Which fields a shape shows; places may be read from a heading. */
export interface Shape {
  make: (made: Made) => string
  hides?: readonly ('purpose' | 'place' | 'quote')[]
  isAffiliate?: (index: number) => boolean
}

const rows = (cells: readonly (readonly string[])[], tag = 'td'): string =>
  cells.map((row) => `<tr>${row.map((cell) => `<${tag}>${cell}</${tag}>`).join('')}</tr>`).join('')
const full = ({ name, purpose, place }: Supplier): string[] => [name, purpose, place]
const list = (items: readonly string[], tag = 'ul'): string => `<${tag}>${items.map((item) => `<li>${item}</li>`).join('')}</${tag}>`
const paragraphs = (texts: readonly string[]): string => texts.map((text) => `<p>${text}</p>`).join('')
const each = ({ suppliers }: Made, write: (one: Supplier, index: number) => string): string[] => suppliers.map(write)
const head = ({ words, random }: Made): [string, string, string] => [
  random.pick(words.name),
  random.pick(words.purpose),
  random.pick(words.location),
]
const colon = ({ language }: Made): string => (language === 'ja' ? '：' : language === 'fr' ? ' : ' : ': ')
const table = (made: Made, write: (head: [string, string, string]) => string): string => `<table>${write(head(made))}</table>`
const half = <T>(all: readonly T[]): [T[], T[]] => [all.slice(0, all.length >> 1), all.slice(all.length >> 1)]
const joined = ({ words, language }: Made, texts: readonly string[]): string => {
  if (language === 'ja') return texts.join('、')
  return `${texts.slice(0, -1).join(', ')} ${words.and} ${texts.at(-1)}`
}
const byPlace = ({ suppliers }: Made): [string, Supplier[]][] => {
  const places = new Map<string, Supplier[]>()
  for (const one of suppliers) places.set(one.place, [...(places.get(one.place) ?? []), one])
  return [...places]
}
const sentence = ({ words, random }: Made, texts: string): string => `<p>${random.pick(words.prose).replace('{}', texts)}</p>`

export const SHAPES: Readonly<Record<string, Shape>> = {
  // Tables.
  'a table with a marked head': { make: (made) => table(made, (top) => `<thead>${rows([top], 'th')}</thead><tbody>${rows(made.suppliers.map(full))}</tbody>`) },
  'a table with a plain head': { make: (made) => table(made, (top) => rows([top, ...made.suppliers.map(full)])) },
  'a table with a bold head': { make: (made) => table(made, (top) => rows([top.map((one) => `<b>${one}</b>`), ...made.suppliers.map(full)])) },
  'a table without a head': { make: ({ suppliers }) => `<table>${rows(suppliers.map(full))}</table>` },
  'a table with the place first': { make: (made) => table(made, ([name, purpose, place]) => rows([[place, name, purpose]], 'th') + rows(made.suppliers.map((one) => [one.place, one.name, one.purpose]))) },
  'a table with the purpose first': { make: (made) => table(made, ([name, purpose, place]) => rows([[purpose, name, place]], 'th') + rows(made.suppliers.map((one) => [one.purpose, one.name, one.place]))) },
  'a table with numbers': { make: (made) => table(made, (top) => rows([['#', ...top]], 'th') + rows(made.suppliers.map((one, at) => [String(at + 1), ...full(one)]))) },
  'a table with data and date': { make: (made) => table(made, (top) => rows([[...top, made.random.pick(made.words.data), 'Date']], 'th') + rows(made.suppliers.map((one) => [...full(one), 'IP', '2025-01-15']))) },
  'a table with links': { make: (made) => table(made, (top) => rows([top], 'th') + rows(made.suppliers.map((one) => [`<a href="https://x.example/${made.random.below(99)}">${one.name}</a>`, one.purpose, one.place]))) },
  'a table on its side': { make: (made) => table(made, ([name, purpose, place]) => rows([[name, ...each(made, (one) => one.name)], [purpose, ...each(made, (one) => one.purpose)], [place, ...each(made, (one) => one.place)]])) },
  'a table on its side with marked labels': { make: (made) => table(made, ([name, purpose, place]) => [[name, ...each(made, (one) => one.name)], [purpose, ...each(made, (one) => one.purpose)], [place, ...each(made, (one) => one.place)]].map(([label, ...cells]) => `<tr><th>${label}</th>${cells.map((cell) => `<td>${cell}</td>`).join('')}</tr>`).join('')) },
  'a small table for each': { make: (made) => each(made, (one) => table(made, ([name, purpose, place]) => rows([[name, one.name], [purpose, one.purpose], [place, one.place]]))).join('') },
  'a heading and a small table for each': { make: (made) => each(made, (one) => `<h3>${one.name}</h3>${table(made, ([, purpose, place]) => rows([[purpose, one.purpose], [place, one.place]]))}`).join('') },
  'labels and values in one table': { make: (made) => table(made, ([name, purpose, place]) => rows(made.suppliers.flatMap((one) => [[name, one.name], [purpose, one.purpose], [place, one.place]]))) },
  'one column with lines': { make: (made) => `<table>${rows(each(made, (one) => `${one.name}<br>${one.purpose}<br>${one.place}`).map((cell) => [cell]))}</table>` },
  'one column of logos with labels': { make: (made) => `<table>${rows(each(made, (one) => `<img src="x.png" alt="${one.name}"><br>${one.name}<br>•<br>${one.purpose}<br>${one.place}`).map((cell) => [cell]))}</table>` },
  'logos in a column of their own': { make: (made) => table(made, (top) => `<tr><th></th>${top.map((one) => `<th>${one}</th>`).join('')}</tr>${rows(made.suppliers.map((one) => ['<img src="x.png" alt="logo">', ...full(one)]))}`) },
  'logos in place of names': { make: (made) => table(made, (top) => rows([top], 'th') + rows(made.suppliers.map((one) => [`<img src="x.png" alt="${one.name}">`, one.purpose, one.place]))) },
  'a table with a title across': { make: (made) => table(made, (top) => `<tr><th colspan="3">${made.random.pick(made.words.title)}</th></tr>${rows([top], 'th')}${rows(made.suppliers.map(full))}`) },
  'a head over two columns': { make: (made) => table(made, ([name, purpose, place]) => `<tr><th colspan="2">${name}</th><th>${purpose}</th><th>${place}</th></tr>${rows(made.suppliers.map((one) => [one.name, '', one.purpose, one.place]))}`) },
  'groups by place across the table': { make: (made) => table(made, ([name, purpose]) => rows([[name, purpose]], 'th') + byPlace(made).map(([place, ones]) => `<tr><td colspan="2">${place}</td></tr>${rows(ones.map((one) => [one.name, one.purpose]))}`).join('')) },
  'groups by place over rows': { make: (made) => table(made, ([name, purpose, place]) => rows([[place, name, purpose]], 'th') + byPlace(made).map(([where, ones]) => ones.map((one, at) => `<tr>${at === 0 ? `<td rowspan="${ones.length}">${where}</td>` : ''}<td>${one.name}</td><td>${one.purpose}</td></tr>`).join('')).join('')) },
  'a table for each place': { make: (made) => byPlace(made).map(([place, ones]) => `<h3>${place}</h3><table>${rows([head(made).slice(0, 2)], 'th')}${rows(ones.map((one) => [one.name, one.purpose]))}</table>`).join(''), hides: ['place'] },
  'a table split over headings': { make: (made) => half(made.suppliers).map((ones, at) => `<h3>${at + 1}</h3><table>${at === 0 ? rows([head(made)], 'th') : ''}${rows(ones.map(full))}</table>`).join('') },
  'a head that comes again': { make: (made) => { const top = head(made); return `<table>${half(made.suppliers).map((ones) => rows([top]) + rows(ones.map(full))).join('')}</table>` } },
  'affiliates beside third parties': { make: (made) => half(made.suppliers).map((ones, at) => `<h3>${at === 0 ? made.words.third : made.words.affiliates}</h3>${table(made, (top) => rows([top], 'th') + rows(ones.map(full)))}`).join(''), isAffiliate: (index) => index >= 3 },
  'addresses in the column of names': { make: (made) => table(made, ([name, purpose, place]) => rows([[name, purpose, place]], 'th') + rows(made.suppliers.map((one) => [`${one.name}<br>12 Long Road<br>10115 Springfield`, one.purpose, one.place]))) },
  'a table in Markdown': { make: (made) => { const top = head(made); return ['MARKDOWN', `# ${made.words.title[0]}`, '', `| ${top.join(' | ')} |`, '| --- | --- | --- |', ...each(made, (one) => `| ${full(one).join(' | ')} |`)].join('\n') } },
  'columns of a printed page': { make: (made) => ['MARKDOWN', `# ${made.words.title[0]}`, '', head(made).join('\t'), ...each(made, (one) => full(one).join('\t'))].join('\n') },
  // Lists.
  'items with dashes': { make: (made) => list(each(made, (one) => full(one).join(' – '))) },
  'items with hyphens': { make: (made) => list(each(made, (one) => full(one).join(' - '))) },
  'items with a place in brackets': { make: (made) => list(each(made, (one) => `${one.name}: ${one.purpose} (${one.place})`)) },
  'items with bars': { make: (made) => list(each(made, (one) => full(one).join(' | '))) },
  'items with bold names': { make: (made) => list(each(made, (one) => `<b>${one.name}</b> – ${one.purpose}, ${one.place}`)) },
  'items with bold names and a colon': { make: (made) => list(each(made, (one) => `<strong>${one.name}:</strong> ${one.purpose} (${one.place})`)) },
  'items with links and a purpose': { make: (made) => list(each(made, (one) => made.words.forPurpose.replace('{}', `<a href="https://y.example">${one.name}</a>`).replace('{}', one.purpose))), hides: ['place'] },
  'numbered items': { make: (made) => list(each(made, (one) => `${one.name} (${one.place}) – ${one.purpose}`), 'ol') },
  'lists in a list': { make: (made) => list(each(made, (one) => { const [, purpose, place] = head(made); return `${one.name}${list([`${purpose}${colon(made)}${one.purpose}`, `${place}${colon(made)}${one.place}`])}` })) },
  'lists in a list with bold labels': { make: (made) => list(each(made, (one) => { const [, purpose, place] = head(made); return `<p><b>${one.name}${colon(made).trimEnd()}</b></p>${list([`<b>${purpose}${colon(made).trimEnd()}</b> ${one.purpose}.`, `<b>${place}${colon(made).trimEnd()}</b> ${one.place}.`])}` })) },
  'the purpose before the name': { make: (made) => list(each(made, (one) => `${one.purpose}${colon(made)}${one.name} (${one.place})`)) },
  'links alone': { make: (made) => list(each(made, (one) => `<a href="https://z.example/${one.name.length}">${one.name}</a>`)), hides: ['purpose', 'place'] },
  'definitions in one': { make: (made) => `<dl>${each(made, (one) => `<dt>${one.name}</dt><dd>${one.purpose} (${one.place})</dd>`).join('')}</dl>` },
  'definitions with labels': { make: (made) => `<dl>${each(made, (one) => { const [, purpose, place] = head(made); return `<dt>${one.name}</dt><dd>${purpose}${colon(made)}${one.purpose}</dd><dd>${place}${colon(made)}${one.place}</dd>` }).join('')}</dl>` },
  'lists by place': { make: (made) => byPlace(made).map(([place, ones]) => `<h3>${place}</h3>${list(ones.map((one) => `<b>${one.name}</b>: ${one.purpose}`))}`).join(''), hides: ['place'] },
  // Cards.
  'headings with labelled lines': { make: (made) => each(made, (one) => { const [, purpose, place] = head(made); return `<h3>${one.name}</h3><p>${purpose}${colon(made)}${one.purpose}</p><p>${place}${colon(made)}${one.place}</p>` }).join('') },
  'headings with plain lines': { make: (made) => each(made, (one) => `<div><h4>${one.name}</h4><p>${one.purpose}</p><p>${one.place}</p></div>`).join('') },
  'headings with lists of labels': { make: (made) => each(made, (one) => { const [, purpose, place] = head(made); return `<h3>${one.name}</h3>${list([`${purpose}${colon(made)}${one.purpose}`, `${place}${colon(made)}${one.place}`])}` }).join('') },
  'headings with definitions': { make: (made) => each(made, (one) => { const [, purpose, place] = head(made); return `<h3>${one.name}</h3><dl><dt>${purpose}</dt><dd>${one.purpose}</dd><dt>${place}</dt><dd>${one.place}</dd></dl>` }).join('') },
  accordions: { make: (made) => each(made, (one) => { const [, purpose, place] = head(made); return `<details><summary>${one.name}</summary><p>${purpose}${colon(made)}${one.purpose}<br>${place}${colon(made)}${one.place}</p></details>` }).join('') },
  'bold names with broken lines': { make: (made) => paragraphs(each(made, (one) => `<strong>${one.name}</strong><br><em>${one.purpose}</em><br>${one.place}<br><a href="https://w.example">https://w.example</a>`)) },
  'cards of plain boxes': { make: (made) => each(made, (one) => `<div><div>${one.name}</div><div>${one.purpose}</div><div>${one.place}</div></div>`).join('') },
  'cards of boxes with labels': { make: (made) => each(made, (one) => { const [, purpose, place] = head(made); return `<div><div>${one.name}</div><div>${purpose}${colon(made)}${one.purpose}</div><div>${place}${colon(made)}${one.place}</div></div>` }).join('') },
  'cards with a label for the name': { make: (made) => each(made, (one) => { const [name, purpose, place] = head(made); return paragraphs([`${name}${colon(made)}${one.name}`, `${purpose}${colon(made)}${one.purpose}`, `${place}${colon(made)}${one.place}`]) }).join('') },
  // Lines and sentences.
  'a line each': { make: (made) => paragraphs(each(made, (one) => full(one).join(' – '))) },
  'broken lines in one paragraph': { make: (made) => `<p>${each(made, (one) => `${one.name} – ${one.purpose} – ${one.place}`).join('<br>')}</p>` },
  'a line each with a place in brackets': { make: (made) => paragraphs(each(made, (one) => `${one.name} (${one.place}): ${one.purpose}`)) },
  'names in a sentence': { make: (made) => sentence(made, joined(made, each(made, ({ name }) => name))), hides: ['purpose', 'place'] },
  'names with places in a sentence': { make: (made) => sentence(made, joined(made, each(made, ({ name, place }) => (made.language === 'ja' ? `${name}（${place}）` : `${name} (${place})`)))), hides: ['purpose'] },
  'names with purposes in a sentence': { make: (made) => sentence(made, joined(made, each(made, ({ name, purpose }) => made.words.forPurpose.replace('{}', name).replace('{}', made.language === 'de' ? purpose : purpose.toLowerCase())))), hides: ['place', 'purpose'] },
  // More of each.
  'headings with a sentence': { make: (made) => each(made, (one) => `<h3>${one.name}</h3><p>${one.purpose}. ${one.place}.</p>`).join(''), hides: ['purpose', 'place'] },
  'headings with an address': { make: (made) => each(made, (one) => `<h3>${one.name}</h3><p>12 Long Road, 10115 Springfield, ${one.place}</p><p>${one.purpose}</p>`).join('') },
  'headings by service': { make: (made) => half(made.suppliers).map((ones, at) => `<h2>${made.words.purposes[at]}</h2>${ones.map((one) => `<h3>${one.name}</h3><p>${one.purpose}</p><p>${one.place}</p>`).join('')}`).join('') },
  'headings with a dash': { make: (made) => each(made, (one) => `<h3>${one.name} – ${one.purpose}</h3><p>${one.place}</p>`).join('') },
  'a head that calls names services': { make: (made) => table(made, ([, purpose, place]) => rows([[SERVICE[made.language], purpose, place]], 'th') + rows(made.suppliers.map(full))) },
  'names with a bracket of both': { make: (made) => list(each(made, (one) => `${one.name} (${one.purpose}, ${one.place})`)) },
  'bold names in paragraphs': { make: (made) => paragraphs(each(made, (one) => `<b>${one.name}</b>: ${one.purpose} (${one.place})`)) },
  'lists of names by service': { make: (made) => list(each(made, (one) => `${one.purpose}${list([`${one.name} (${one.place})`])}`)), hides: ['quote'] },
  'cells with paragraphs': { make: (made) => table(made, (top) => rows([top], 'th') + rows(made.suppliers.map((one) => full(one).map((cell) => `<p>${cell}</p>`)))) },
  'a grid of boxes with heads': { make: (made) => `<div>${[...head(made), ...made.suppliers.flatMap(full)].map((cell) => `<div>${cell}</div>`).join('')}</div>` },
  'links before what they do': { make: (made) => list(each(made, (one) => `<a href="https://v.example">${one.name}</a> – ${one.purpose} – ${one.place}`)) },
  'a cell with the name and a link': { make: (made) => table(made, (top) => rows([top], 'th') + rows(made.suppliers.map((one) => [`<b>${one.name}</b><br><a href="https://u.example">https://u.example</a>`, one.purpose, one.place]))) },
  'two purposes in two rows': { make: (made) => table(made, (top) => rows([top], 'th') + rows(made.suppliers.flatMap((one) => [full(one), full(one)]))) },
  'headings with a sentence that names them': { make: (made) => each(made, (one) => `<h3>${one.name}</h3><p>${made.words.forPurpose.replace('{}', one.name).replace('{}', one.purpose)}.</p>`).join(''), hides: ['purpose', 'place'] },
  'plain names after a colon': { make: (made) => list(each(made, ({ name }) => name)), hides: ['purpose', 'place'] },
}

const SERVICE: Readonly<Record<Language, string>> = { en: 'Service', de: 'Dienst', fr: 'Service', es: 'Servicio', pt: 'Serviço', it: 'Servizio', nl: 'Dienst', ja: 'サービス' }
