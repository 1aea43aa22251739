const UNITS = ['B', 'kB', 'MB', 'GB', 'TB'] as const

/** `1.4 MB`. */
export function bytes(size: number): string {
  const step = Math.min(UNITS.length - 1, Math.floor(Math.log10(Math.max(1, size)) / 3))
  const shown = size / 1000 ** step
  return `${shown < 10 && step > 0 ? Math.round(shown * 10) / 10 : Math.round(shown)} ${UNITS[step]}`
}
