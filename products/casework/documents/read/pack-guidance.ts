// The guidance of a pack as one file with many documents. If it is unchanged, the file is too, even in a new pack
// version.
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
  if (!Array.isArray(pages)) throw new UnreadableDocument('The guidance of the pack is not a list.')
  return pages.map(({ path, markdown }: Page) => readOwnMarkdown(markdown, path))
}
