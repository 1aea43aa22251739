// Lasso selection: dragging with Shift, or with the tool on, selects nodes. Otherwise dragging moves the graph.
export interface Point {
  x: number
  y: number
}

interface Options {
  /** True if the lasso tool is on, so that Shift is not needed. */
  isOn(): boolean
  /** `adds`: with Shift, the previous selection is preserved. */
  onLine(line: readonly Point[], adds: boolean): void
  /** A click. */
  onPoint(at: Point): void
}

const SVG = 'http://www.w3.org/2000/svg'
/** Movement within this distance counts as a click. */
const CLICK_PX = 4

/** Returns a function that removes the listeners. */
export function followLasso(place: HTMLElement, { isOn, onLine, onPoint }: Options): () => void {
  const shape = document.createElementNS(SVG, 'polygon')
  shape.setAttribute('class', 'fill-accent/10 stroke-accent')
  const overlay = document.createElementNS(SVG, 'svg')
  overlay.setAttribute('class', 'pointer-events-none absolute inset-0 size-full')
  overlay.append(shape)
  let line: Point[] = []
  const at = ({ clientX, clientY }: PointerEvent): Point => {
    const { left, top } = place.getBoundingClientRect()
    return { x: clientX - left, y: clientY - top }
  }
  const draw = () => shape.setAttribute('points', line.map(({ x, y }) => `${x},${y}`).join(' '))
  const drop = () => {
    line = []
    overlay.remove()
  }

  const listeners = new AbortController()
  const capture = { capture: true, signal: listeners.signal }
  const begin = (event: PointerEvent) => {
    if (event.button !== 0 || !(event.shiftKey || isOn())) return
    line = [at(event)]
    draw()
    place.append(overlay)
    place.setPointerCapture(event.pointerId)
    place.focus({ preventScroll: true })
  }
  const extend = (event: PointerEvent) => {
    if (line.length === 0) return
    line.push(at(event))
    draw()
  }
  const end = (event: PointerEvent) => {
    if (line.length === 0) return
    const drawn = line
    drop()
    if (isClick(drawn)) onPoint(drawn[0]!)
    else onLine(drawn, event.shiftKey)
  }
  // While drawing, sigma must not move the graph. Its listeners are further down.
  const intercept = (event: Event) => {
    if (line.length > 0) event.stopPropagation()
  }
  place.addEventListener('pointerdown', begin, capture)
  place.addEventListener('pointermove', extend, capture)
  place.addEventListener('pointerup', end, capture)
  place.addEventListener('pointercancel', drop, capture)
  place.addEventListener('mousedown', intercept, capture)
  place.addEventListener('touchstart', intercept, capture)
  return () => {
    listeners.abort()
    drop()
  }
}

const isClick = (line: readonly Point[]): boolean =>
  line.every(({ x, y }) => Math.hypot(x - line[0]!.x, y - line[0]!.y) <= CLICK_PX)

/** Even-odd rule: counts how often a ray to the right crosses the closed line. */
export function isInside({ x, y }: Point, line: readonly Point[]): boolean {
  let inside = false
  for (const [i, a] of line.entries()) {
    const b = line.at(i - 1)!
    if (a.y > y !== b.y > y && x < ((b.x - a.x) * (y - a.y)) / (b.y - a.y) + a.x) inside = !inside
  }
  return inside
}
