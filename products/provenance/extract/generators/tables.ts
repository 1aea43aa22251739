// Lists of suppliers as tables.
import type { Language } from '../cues/names.ts'
import { each, full, head, rows, type Shape, table } from './shape.ts'

export const TABLES: Readonly<Record<string, Shape>> = {
  'a table with a marked head': {
    make: (made) =>
      table(made, (top) => `<thead>${rows([top], 'th')}</thead><tbody>${rows(made.suppliers.map(full))}</tbody>`),
  },
  'a table with a plain head': { make: (made) => table(made, (top) => rows([top, ...made.suppliers.map(full)])) },
  'a table with a bold head': {
    make: (made) => table(made, (top) => rows([top.map((one) => `<b>${one}</b>`), ...made.suppliers.map(full)])),
  },
  'a table without a head': { make: ({ suppliers }) => `<table>${rows(suppliers.map(full))}</table>` },
  'a table with the place first': {
    make: (made) =>
      table(
        made,
        ([name, purpose, place]) =>
          rows([[place, name, purpose]], 'th') + rows(made.suppliers.map((one) => [one.place, one.name, one.purpose])),
      ),
  },
  'a table with the purpose first': {
    make: (made) =>
      table(
        made,
        ([name, purpose, place]) =>
          rows([[purpose, name, place]], 'th') + rows(made.suppliers.map((one) => [one.purpose, one.name, one.place])),
      ),
  },
  'a table with numbers': {
    make: (made) =>
      table(
        made,
        (top) => rows([['#', ...top]], 'th') + rows(made.suppliers.map((one, at) => [String(at + 1), ...full(one)])),
      ),
  },
  'a table with data and date': {
    make: (made) =>
      table(
        made,
        (top) =>
          rows([[...top, made.random.pick(made.words.data), 'Date']], 'th') +
          rows(made.suppliers.map((one) => [...full(one), 'IP', '2025-01-15'])),
      ),
  },
  'a table with links': {
    make: (made) =>
      table(
        made,
        (top) =>
          rows([top], 'th') +
          rows(
            made.suppliers.map((one) => [
              `<a href="https://x.example/${made.random.below(99)}">${one.name}</a>`,
              one.purpose,
              one.place,
            ]),
          ),
      ),
  },
  'a table on its side': {
    make: (made) =>
      table(made, ([name, purpose, place]) =>
        rows([
          [name, ...each(made, (one) => one.name)],
          [purpose, ...each(made, (one) => one.purpose)],
          [place, ...each(made, (one) => one.place)],
        ]),
      ),
  },
  'a table on its side with marked labels': {
    make: (made) =>
      table(made, ([name, purpose, place]) =>
        [
          [name, ...each(made, (one) => one.name)],
          [purpose, ...each(made, (one) => one.purpose)],
          [place, ...each(made, (one) => one.place)],
        ]
          .map(([label, ...cells]) => `<tr><th>${label}</th>${cells.map((cell) => `<td>${cell}</td>`).join('')}</tr>`)
          .join(''),
      ),
  },
  'a small table for each': {
    make: (made) =>
      each(made, (one) =>
        table(made, ([name, purpose, place]) =>
          rows([
            [name, one.name],
            [purpose, one.purpose],
            [place, one.place],
          ]),
        ),
      ).join(''),
  },
  'a heading and a small table for each': {
    make: (made) =>
      each(
        made,
        (one) =>
          `<h3>${one.name}</h3>${table(made, ([, purpose, place]) =>
            rows([
              [purpose, one.purpose],
              [place, one.place],
            ]),
          )}`,
      ).join(''),
  },
  'labels and values in one table': {
    make: (made) =>
      table(made, ([name, purpose, place]) =>
        rows(
          made.suppliers.flatMap((one) => [
            [name, one.name],
            [purpose, one.purpose],
            [place, one.place],
          ]),
        ),
      ),
  },
  'one column with lines': {
    make: (made) =>
      `<table>${rows(each(made, (one) => `${one.name}<br>${one.purpose}<br>${one.place}`).map((cell) => [cell]))}</table>`,
  },
  'one column of logos with labels': {
    make: (made) =>
      `<table>${rows(each(made, (one) => `<img src="x.png" alt="${one.name}"><br>${one.name}<br>•<br>${one.purpose}<br>${one.place}`).map((cell) => [cell]))}</table>`,
  },
  'logos in a column of their own': {
    make: (made) =>
      table(
        made,
        (top) =>
          `<tr><th></th>${top.map((one) => `<th>${one}</th>`).join('')}</tr>${rows(made.suppliers.map((one) => ['<img src="x.png" alt="logo">', ...full(one)]))}`,
      ),
  },
  'logos in place of names': {
    make: (made) =>
      table(
        made,
        (top) =>
          rows([top], 'th') +
          rows(made.suppliers.map((one) => [`<img src="x.png" alt="${one.name}">`, one.purpose, one.place])),
      ),
  },
  'a table with a title across': {
    make: (made) =>
      table(
        made,
        (top) =>
          `<tr><th colspan="3">${made.random.pick(made.words.title)}</th></tr>${rows([top], 'th')}${rows(made.suppliers.map(full))}`,
      ),
  },
  'a head over two columns': {
    make: (made) =>
      table(
        made,
        ([name, purpose, place]) =>
          `<tr><th colspan="2">${name}</th><th>${purpose}</th><th>${place}</th></tr>${rows(made.suppliers.map((one) => [one.name, '', one.purpose, one.place]))}`,
      ),
  },
  'addresses in the column of names': {
    make: (made) =>
      table(
        made,
        ([name, purpose, place]) =>
          rows([[name, purpose, place]], 'th') +
          rows(
            made.suppliers.map((one) => [`${one.name}<br>12 Long Road<br>10115 Springfield`, one.purpose, one.place]),
          ),
      ),
  },
  'a table in Markdown': {
    make: (made) => {
      const top = head(made)
      return [
        'MARKDOWN',
        `# ${made.words.title[0]}`,
        '',
        `| ${top.join(' | ')} |`,
        '| --- | --- | --- |',
        ...each(made, (one) => `| ${full(one).join(' | ')} |`),
      ].join('\n')
    },
  },
  'columns of a printed page': {
    make: (made) =>
      [
        'MARKDOWN',
        `# ${made.words.title[0]}`,
        '',
        head(made).join('\t'),
        ...each(made, (one) => full(one).join('\t')),
      ].join('\n'),
  },
  'a head that calls names services': {
    make: (made) =>
      table(
        made,
        ([, purpose, place]) => rows([[SERVICE[made.language], purpose, place]], 'th') + rows(made.suppliers.map(full)),
      ),
  },
  'cells with paragraphs': {
    make: (made) =>
      table(
        made,
        (top) => rows([top], 'th') + rows(made.suppliers.map((one) => full(one).map((cell) => `<p>${cell}</p>`))),
      ),
  },
  'a cell with the name and a link': {
    make: (made) =>
      table(
        made,
        (top) =>
          rows([top], 'th') +
          rows(
            made.suppliers.map((one) => [
              `<b>${one.name}</b><br><a href="https://u.example">https://u.example</a>`,
              one.purpose,
              one.place,
            ]),
          ),
      ),
  },
}

const SERVICE: Readonly<Record<Language, string>> = {
  en: 'Service',
  de: 'Dienst',
  fr: 'Service',
  es: 'Servicio',
  pt: 'Serviço',
  it: 'Servizio',
  nl: 'Dienst',
  ja: 'サービス',
}
