interface Named {
  x: number
  y: number
  size: number
  label: string | null
}

const GAP = 4

/** Writes the label on the side of the node that has room, with a halo so that it is readable above edges. */
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
  const isAtEdge = x + size + GAP + width > paper.canvas.clientWidth
  const [left, base] = [isAtEdge ? x - size - GAP - width : x + size + GAP, y + GAP]
  paper.strokeText(label, left, base)
  paper.fillStyle = ink
  paper.fillText(label, left, base)
}
