// Fills the placeholders of a template of the pack. Pure.
import { ownValue } from '@veritrace/platform/names'

const SECTION = /<!--\s*section:\s*([\w-]+)\s*-->/g

/** Leaves out sections whose placeholders are all empty. `only` selects sections; empty means all. */
export function fillTemplate(
  template: string,
  values: Readonly<Record<string, string>>,
  only?: readonly string[],
): string {
  return sectionsOf(template)
    .filter(({ id }) => !only?.length || only.includes(id))
    .filter(({ text }) => hasContent(text, values))
    .map(({ text }) => text.replace(/\{\{(\w+)\}\}/g, (_, name: string) => ownValue(values, name) ?? '').trim())
    .join('\n\n')
    .replace(/\n{3,}/g, '\n\n')
    .concat('\n')
}

export const sectionIds = (template: string): string[] => sectionsOf(template).map(({ id }) => id)

function sectionsOf(template: string): { id: string; text: string }[] {
  const marks = [...template.matchAll(SECTION)]
  return marks.map((mark, i) => ({
    id: mark[1]!,
    text: template.slice(mark.index + mark[0].length, marks[i + 1]?.index ?? template.length),
  }))
}

function hasContent(text: string, values: Readonly<Record<string, string>>): boolean {
  const names = [...text.matchAll(/\{\{(\w+)\}\}/g)].map((match) => match[1]!)
  return names.length === 0 || names.some((name) => Boolean(ownValue(values, name)))
}
