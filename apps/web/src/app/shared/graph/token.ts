/** A design token as hex, because WebGL supports neither `var()` nor `oklch()`. */
export function token(name: string): string {
  const probe = document.createElement('span')
  probe.style.color = `var(--${name})`
  // With forced colors, every token would have the color of the text.
  probe.style.forcedColorAdjust = 'none'
  document.body.append(probe)
  const pixel = document.createElement('canvas').getContext('2d', { willReadFrequently: true })!
  pixel.fillStyle = getComputedStyle(probe).color
  pixel.fillRect(0, 0, 1, 1)
  probe.remove()
  const [red, green, blue] = pixel.getImageData(0, 0, 1, 1).data
  return `#${[red, green, blue].map((part) => part!.toString(16).padStart(2, '0')).join('')}`
}
