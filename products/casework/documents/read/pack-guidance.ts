// What a pack says itself, as one file of many documents: the pack's digest need not change for it to be the same.
import type { GuidanceItem } from '../../packs/pack.ts'
import { type ReadDocument, UnreadableDocument } from './document.ts'
import { readOwnMarkdown } from './read-file.ts'

interface Page {
  path: string
  markdown: string
}

export const guidancePath = (id: string): string => `guidance/${id}.md`

export const writePackGuidance = (items: readonly GuidanceItem[]): Uint8Array =>
  Buffer.from(JSON.stringify(items.map((item): Page => ({ path: guidancePath(item.id), markdown: markdownOf(item) }))))

const markdownOf = ({ title, summary_md, steps_md, applies_when }: GuidanceItem): string =>
  [
    `# ${title}`,
    summary_md,
    ...(steps_md ? ['## Steps', steps_md] : []),
    ...(applies_when ? ['## When it applies', applies_when] : []),
  ].join('\n\n')

export function readPackGuidance(bytes: Uint8Array): ReadDocument[] {
  const pages: unknown = JSON.parse(Buffer.from(bytes).toString('utf8'))
  if (!Array.isArray(pages)) throw new UnreadableDocument('The guidance of the pack is no list.')
  return pages.map(({ path, markdown }: Page) => readOwnMarkdown(markdown, path))
}
