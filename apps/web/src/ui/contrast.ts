// Required contrasts between foreground and background colors (WCAG 2.2: 1.4.3 for text, 1.4.11 for shapes). Pure.
export type Rgb = readonly [number, number, number]

export const TEXTS = 4.5
const SHAPES = 3

const GROUNDS = ['canvas', 'surface', 'sunken', 'raised']
const TONES = ['positive', 'caution', 'critical', 'info']
const LEVELS = ['level-1', 'level-2', 'level-3', 'level-4', 'level-unknown']
const DATA = [1, 2, 3, 4, 5, 6].map((n) => `data-${n}`)

export type Pair = readonly [front: string, ground: string, least: number]
export const PAIRS: readonly Pair[] = [
  ...['ink', 'ink-2', 'ink-3', 'accent', ...TONES].flatMap((text) =>
    [...GROUNDS, 'selected'].map((ground) => [text, ground, TEXTS] as const),
  ),
  ['ink-inverse', 'solid', TEXTS],
  ['ink-inverse', 'solid-hover', TEXTS],
  ...TONES.flatMap((tone) => [tone, 'ink', 'ink-2'].map((text) => [text, `${tone}-soft`, TEXTS] as const)),
  ['ink', 'mark', TEXTS],
  ...GROUNDS.flatMap((ground) => ['line-control', 'focus'].map((line) => [line, ground, SHAPES] as const)),
  ...[...LEVELS, ...DATA].map((shape) => [shape, 'surface', SHAPES] as const),
]

/** From 1 (none) to 21 (black on white). */
export function contrastOf(a: Rgb, b: Rgb): number {
  const [light, dark] = [lightness(a), lightness(b)].sort((x, y) => y - x)
  return (light! + 0.05) / (dark! + 0.05)
}

function lightness(color: Rgb): number {
  const [red, green, blue] = color.map((part) => {
    const share = part / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red! + 0.7152 * green! + 0.0722 * blue!
}
