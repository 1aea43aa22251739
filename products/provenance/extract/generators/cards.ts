// Lists of suppliers as cards: a heading, a box or a bold name for each supplier.
import { colon, each, full, half, head, list, paragraphs, type Shape } from './shape.ts'

export const CARDS: Readonly<Record<string, Shape>> = {
  'headings with labelled lines': {
    make: (made) =>
      each(made, (one) => {
        const [, purpose, place] = head(made)
        return `<h3>${one.name}</h3><p>${purpose}${colon(made)}${one.purpose}</p><p>${place}${colon(made)}${one.place}</p>`
      }).join(''),
  },
  'headings with plain lines': {
    make: (made) =>
      each(made, (one) => `<div><h4>${one.name}</h4><p>${one.purpose}</p><p>${one.place}</p></div>`).join(''),
  },
  'headings with lists of labels': {
    make: (made) =>
      each(made, (one) => {
        const [, purpose, place] = head(made)
        return `<h3>${one.name}</h3>${list([`${purpose}${colon(made)}${one.purpose}`, `${place}${colon(made)}${one.place}`])}`
      }).join(''),
  },
  'headings with definitions': {
    make: (made) =>
      each(made, (one) => {
        const [, purpose, place] = head(made)
        return `<h3>${one.name}</h3><dl><dt>${purpose}</dt><dd>${one.purpose}</dd><dt>${place}</dt><dd>${one.place}</dd></dl>`
      }).join(''),
  },
  accordions: {
    make: (made) =>
      each(made, (one) => {
        const [, purpose, place] = head(made)
        return `<details><summary>${one.name}</summary><p>${purpose}${colon(made)}${one.purpose}<br>${place}${colon(made)}${one.place}</p></details>`
      }).join(''),
  },
  'bold names with broken lines': {
    make: (made) =>
      paragraphs(
        each(
          made,
          (one) =>
            `<strong>${one.name}</strong><br><em>${one.purpose}</em><br>${one.place}<br><a href="https://w.example">https://w.example</a>`,
        ),
      ),
  },
  'cards of plain boxes': {
    make: (made) =>
      each(made, (one) => `<div><div>${one.name}</div><div>${one.purpose}</div><div>${one.place}</div></div>`).join(''),
  },
  'cards of boxes with labels': {
    make: (made) =>
      each(made, (one) => {
        const [, purpose, place] = head(made)
        return `<div><div>${one.name}</div><div>${purpose}${colon(made)}${one.purpose}</div><div>${place}${colon(made)}${one.place}</div></div>`
      }).join(''),
  },
  'cards with a label for the name': {
    make: (made) =>
      each(made, (one) => {
        const [name, purpose, place] = head(made)
        return paragraphs([
          `${name}${colon(made)}${one.name}`,
          `${purpose}${colon(made)}${one.purpose}`,
          `${place}${colon(made)}${one.place}`,
        ])
      }).join(''),
  },
  'headings with a sentence': {
    make: (made) => each(made, (one) => `<h3>${one.name}</h3><p>${one.purpose}. ${one.place}.</p>`).join(''),
    hides: ['purpose', 'place'],
  },
  'headings with an address': {
    make: (made) =>
      each(
        made,
        (one) => `<h3>${one.name}</h3><p>12 Long Road, 10115 Springfield, ${one.place}</p><p>${one.purpose}</p>`,
      ).join(''),
  },
  'headings by service': {
    make: (made) =>
      half(made.suppliers)
        .map(
          (ones, at) =>
            `<h2>${made.words.purposes[at]}</h2>${ones.map((one) => `<h3>${one.name}</h3><p>${one.purpose}</p><p>${one.place}</p>`).join('')}`,
        )
        .join(''),
  },
  'headings with a dash': {
    make: (made) => each(made, (one) => `<h3>${one.name} – ${one.purpose}</h3><p>${one.place}</p>`).join(''),
  },
  'bold names in paragraphs': {
    make: (made) => paragraphs(each(made, (one) => `<b>${one.name}</b>: ${one.purpose} (${one.place})`)),
  },
  'a grid of boxes with heads': {
    make: (made) =>
      `<div>${[...head(made), ...made.suppliers.flatMap(full)].map((cell) => `<div>${cell}</div>`).join('')}</div>`,
  },
  'headings with a sentence that names them': {
    make: (made) =>
      each(
        made,
        (one) =>
          `<h3>${one.name}</h3><p>${made.words.forPurpose.replace('{}', one.name).replace('{}', one.purpose)}.</p>`,
      ).join(''),
    hides: ['purpose', 'place'],
  },
}
