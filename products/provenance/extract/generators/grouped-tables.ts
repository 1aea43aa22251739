// Lists of suppliers as several tables, or as one table with groups.
import { byPlace, full, half, head, rows, type Shape, table } from './shape.ts'

export const GROUPED_TABLES: Readonly<Record<string, Shape>> = {
  'groups by place across the table': {
    make: (made) =>
      table(
        made,
        ([name, purpose]) =>
          rows([[name, purpose]], 'th') +
          byPlace(made)
            .map(
              ([place, ones]) =>
                `<tr><td colspan="2">${place}</td></tr>${rows(ones.map((one) => [one.name, one.purpose]))}`,
            )
            .join(''),
      ),
  },
  'groups by place over rows': {
    make: (made) =>
      table(
        made,
        ([name, purpose, place]) =>
          rows([[place, name, purpose]], 'th') +
          byPlace(made)
            .map(([where, ones]) =>
              ones
                .map(
                  (one, at) =>
                    `<tr>${at === 0 ? `<td rowspan="${ones.length}">${where}</td>` : ''}<td>${one.name}</td><td>${one.purpose}</td></tr>`,
                )
                .join(''),
            )
            .join(''),
      ),
  },
  'a table for each place': {
    make: (made) =>
      byPlace(made)
        .map(
          ([place, ones]) =>
            `<h3>${place}</h3><table>${rows([head(made).slice(0, 2)], 'th')}${rows(ones.map((one) => [one.name, one.purpose]))}</table>`,
        )
        .join(''),
    hides: ['place'],
  },
  'a table split over headings': {
    make: (made) =>
      half(made.suppliers)
        .map(
          (ones, at) =>
            `<h3>${at + 1}</h3><table>${at === 0 ? rows([head(made)], 'th') : ''}${rows(ones.map(full))}</table>`,
        )
        .join(''),
  },
  'a head that comes again': {
    make: (made) => {
      const top = head(made)
      return `<table>${half(made.suppliers)
        .map((ones) => rows([top]) + rows(ones.map(full)))
        .join('')}</table>`
    },
  },
  'affiliates beside third parties': {
    make: (made) =>
      half(made.suppliers)
        .map(
          (ones, at) =>
            `<h3>${at === 0 ? made.words.third : made.words.affiliates}</h3>${table(made, (top) => rows([top], 'th') + rows(ones.map(full)))}`,
        )
        .join(''),
    isAffiliate: (index) => index >= 3,
  },
  'two purposes in two rows': {
    make: (made) =>
      table(made, (top) => rows([top], 'th') + rows(made.suppliers.flatMap((one) => [full(one), full(one)]))),
  },
}
