interface Named {
  x: number
  y: number
  size: number
  label: string | null
}

const AWAY = 4

/** Beside a node, where there is room; with a little ground around the letters, so that edges pass below. */
export function writeName(
  paper: CanvasRenderingContext2D,
  { x, y, size, label }: Named,
  { font, ink, around }: { font: string; ink: string; around: string },
): void {
  if (!label) return
  paper.font = font
  paper.lineJoin = 'round'
  paper.lineWidth = 4
  paper.strokeStyle = around
  const width = paper.measureText(label).width
  const isAtEdge = x + size + AWAY + width > paper.canvas.clientWidth
  const [left, base] = [isAtEdge ? x - size - AWAY - width : x + size + AWAY, y + AWAY]
  paper.strokeText(label, left, base)
  paper.fillStyle = ink
  paper.fillText(label, left, base)
}
