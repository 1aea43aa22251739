// Saves files and copies text.

export const saveText = (name: string, type: string, text: string): void => saveBlob(name, new Blob([text], { type }))

export function saveBlob(name: string, blob: Blob): void {
  const url = URL.createObjectURL(blob)
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(url), 10_000)
}

/** The clipboard is available only on https and localhost. */
export const canCopy = (): boolean => Boolean(navigator.clipboard)
export const copyText = (text: string): Promise<void> => navigator.clipboard.writeText(text)
