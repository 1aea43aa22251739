export type Rgb = readonly [number, number, number]

/** By WCAG 2: 1 is none, 21 is black on white. Pure. */
export function contrastOf(a: Rgb, b: Rgb): number {
  const [light, dark] = [lightness(a), lightness(b)].sort((x, y) => y - x)
  return (light! + 0.05) / (dark! + 0.05)
}

function lightness(colour: Rgb): number {
  const [red, green, blue] = colour.map((part) => {
    const share = part / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red! + 0.7152 * green! + 0.0722 * blue!
}
