// Lists of suppliers as HTML lists, lines and sentences.
import { byPlace, colon, each, full, head, joined, list, paragraphs, type Shape, sentence } from './shape.ts'

export const LISTS: Readonly<Record<string, Shape>> = {
  'items with dashes': { make: (made) => list(each(made, (one) => full(one).join(' – '))) },
  'items with hyphens': { make: (made) => list(each(made, (one) => full(one).join(' - '))) },
  'items with a place in brackets': {
    make: (made) => list(each(made, (one) => `${one.name}: ${one.purpose} (${one.place})`)),
  },
  'items with bars': { make: (made) => list(each(made, (one) => full(one).join(' | '))) },
  'items with bold names': {
    make: (made) => list(each(made, (one) => `<b>${one.name}</b> – ${one.purpose}, ${one.place}`)),
  },
  'items with bold names and a colon': {
    make: (made) => list(each(made, (one) => `<strong>${one.name}:</strong> ${one.purpose} (${one.place})`)),
  },
  'items with links and a purpose': {
    make: (made) =>
      list(
        each(made, (one) =>
          made.words.forPurpose.replace('{}', `<a href="https://y.example">${one.name}</a>`).replace('{}', one.purpose),
        ),
      ),
    hides: ['place'],
  },
  'numbered items': {
    make: (made) =>
      list(
        each(made, (one) => `${one.name} (${one.place}) – ${one.purpose}`),
        'ol',
      ),
  },
  'lists in a list': {
    make: (made) =>
      list(
        each(made, (one) => {
          const [, purpose, place] = head(made)
          return `${one.name}${list([`${purpose}${colon(made)}${one.purpose}`, `${place}${colon(made)}${one.place}`])}`
        }),
      ),
  },
  'lists in a list with bold labels': {
    make: (made) =>
      list(
        each(made, (one) => {
          const [, purpose, place] = head(made)
          return `<p><b>${one.name}${colon(made).trimEnd()}</b></p>${list([`<b>${purpose}${colon(made).trimEnd()}</b> ${one.purpose}.`, `<b>${place}${colon(made).trimEnd()}</b> ${one.place}.`])}`
        }),
      ),
  },
  'the purpose before the name': {
    make: (made) => list(each(made, (one) => `${one.purpose}${colon(made)}${one.name} (${one.place})`)),
  },
  'links alone': {
    make: (made) => list(each(made, (one) => `<a href="https://z.example/${one.name.length}">${one.name}</a>`)),
    hides: ['purpose', 'place'],
  },
  'definitions in one': {
    make: (made) =>
      `<dl>${each(made, (one) => `<dt>${one.name}</dt><dd>${one.purpose} (${one.place})</dd>`).join('')}</dl>`,
  },
  'definitions with labels': {
    make: (made) =>
      `<dl>${each(made, (one) => {
        const [, purpose, place] = head(made)
        return `<dt>${one.name}</dt><dd>${purpose}${colon(made)}${one.purpose}</dd><dd>${place}${colon(made)}${one.place}</dd>`
      }).join('')}</dl>`,
  },
  'lists by place': {
    make: (made) =>
      byPlace(made)
        .map(([place, ones]) => `<h3>${place}</h3>${list(ones.map((one) => `<b>${one.name}</b>: ${one.purpose}`))}`)
        .join(''),
    hides: ['place'],
  },
  'a line each': { make: (made) => paragraphs(each(made, (one) => full(one).join(' – '))) },
  'broken lines in one paragraph': {
    make: (made) => `<p>${each(made, (one) => `${one.name} – ${one.purpose} – ${one.place}`).join('<br>')}</p>`,
  },
  'a line each with a place in brackets': {
    make: (made) => paragraphs(each(made, (one) => `${one.name} (${one.place}): ${one.purpose}`)),
  },
  'names in a sentence': {
    make: (made) =>
      sentence(
        made,
        joined(
          made,
          each(made, ({ name }) => name),
        ),
      ),
    hides: ['purpose', 'place'],
  },
  'names with places in a sentence': {
    make: (made) =>
      sentence(
        made,
        joined(
          made,
          each(made, ({ name, place }) => (made.language === 'ja' ? `${name}（${place}）` : `${name} (${place})`)),
        ),
      ),
    hides: ['purpose'],
  },
  'names with purposes in a sentence': {
    make: (made) =>
      sentence(
        made,
        joined(
          made,
          each(made, ({ name, purpose }) =>
            made.words.forPurpose
              .replace('{}', name)
              .replace('{}', made.language === 'de' ? purpose : purpose.toLowerCase()),
          ),
        ),
      ),
    hides: ['place', 'purpose'],
  },
  'names with a bracket of both': {
    make: (made) => list(each(made, (one) => `${one.name} (${one.purpose}, ${one.place})`)),
  },
  'lists of names by service': {
    make: (made) => list(each(made, (one) => `${one.purpose}${list([`${one.name} (${one.place})`])}`)),
    hides: ['quote'],
  },
  'links before what they do': {
    make: (made) =>
      list(each(made, (one) => `<a href="https://v.example">${one.name}</a> – ${one.purpose} – ${one.place}`)),
  },
  'plain names after a colon': { make: (made) => list(each(made, ({ name }) => name)), hides: ['purpose', 'place'] },
}
