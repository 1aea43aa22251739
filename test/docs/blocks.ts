// The code blocks of a Markdown file. ```sh no-test: <why> marks commands that a test cannot run.

export interface Block {
  language: string
  /** Why it is not run. */
  reason: string
  text: string
  line: number
}

export function blocksOf(markdown: string): Block[] {
  const blocks: Block[] = []
  let open: (Block & { fence: string }) | undefined
  for (const [at, line] of markdown.split('\n').entries()) {
    const [, fence = '', info = ''] = /^ *(`{3,})(.*)$/.exec(line) ?? []
    if (open) {
      if (fence.length >= open.fence.length && !info.trim()) {
        const { fence: _, ...block } = open
        blocks.push(block)
        open = undefined
      } else open.text += `${open.text ? '\n' : ''}${line}`
    } else if (fence) {
      const [, language = '', reason = ''] = /^\s*([\w-]*)(?:\s+no-test:\s*(.+))?/.exec(info) ?? []
      open = { language, reason, text: '', line: at + 1, fence }
    }
  }
  return blocks
}
