// Text that leaves the page.

export function saveText(name: string, type: string, text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type }))
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(url), 10_000)
}

/** Browsers give the clipboard to pages of https and of this machine only. */
export const canCopy = (): boolean => Boolean(navigator.clipboard)
export const copyText = (text: string): Promise<void> => navigator.clipboard.writeText(text)
