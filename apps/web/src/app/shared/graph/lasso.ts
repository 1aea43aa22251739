// A line drawn around nodes chooses them: with Shift, or at once where the tool is on. Otherwise dragging moves the picture.
export interface Point {
  x: number
  y: number
}

interface Options {
  /** Whether dragging draws without Shift too. */
  isOn(): boolean
  /** With Shift what was chosen before stays so. */
  onLine(line: readonly Point[], adds: boolean): void
  /** A press that did not move. */
  onPoint(at: Point): void
}

const SVG = 'http://www.w3.org/2000/svg'
/** A hand is never quite still. */
const STILL_PX = 4

/** Answers what ends it. */
export function followLasso(place: HTMLElement, { isOn, onLine, onPoint }: Options): () => void {
  const shape = document.createElementNS(SVG, 'polygon')
  shape.setAttribute('class', 'fill-accent/10 stroke-accent')
  const paper = document.createElementNS(SVG, 'svg')
  paper.setAttribute('class', 'pointer-events-none absolute inset-0 size-full')
  paper.append(shape)
  let line: Point[] = []
  const at = ({ clientX, clientY }: PointerEvent): Point => {
    const { left, top } = place.getBoundingClientRect()
    return { x: clientX - left, y: clientY - top }
  }
  const draw = () => shape.setAttribute('points', line.map(({ x, y }) => `${x},${y}`).join(' '))
  const drop = () => {
    line = []
    paper.remove()
  }

  const leave = new AbortController()
  const capture = { capture: true, signal: leave.signal }
  const begin = (event: PointerEvent) => {
    if (event.button !== 0 || !(event.shiftKey || isOn())) return
    line = [at(event)]
    draw()
    place.append(paper)
    place.setPointerCapture(event.pointerId)
    place.focus({ preventScroll: true })
  }
  const goOn = (event: PointerEvent) => {
    if (line.length === 0) return
    line.push(at(event))
    draw()
  }
  const end = (event: PointerEvent) => {
    if (line.length === 0) return
    const drawn = line
    drop()
    if (isStill(drawn)) onPoint(drawn[0]!)
    else onLine(drawn, event.shiftKey)
  }
  // What draws does not move the picture: that listens further down.
  const keep = (event: Event) => {
    if (line.length > 0) event.stopPropagation()
  }
  place.addEventListener('pointerdown', begin, capture)
  place.addEventListener('pointermove', goOn, capture)
  place.addEventListener('pointerup', end, capture)
  place.addEventListener('pointercancel', drop, capture)
  place.addEventListener('mousedown', keep, capture)
  place.addEventListener('touchstart', keep, capture)
  return () => {
    leave.abort()
    drop()
  }
}

const isStill = (line: readonly Point[]): boolean =>
  line.every(({ x, y }) => Math.hypot(x - line[0]!.x, y - line[0]!.y) <= STILL_PX)

/** By the number of times that a way from the point to the right crosses the line, which is closed from its end to its start. */
export function isInside({ x, y }: Point, line: readonly Point[]): boolean {
  let inside = false
  for (const [i, a] of line.entries()) {
    const b = line.at(i - 1)!
    if (a.y > y !== b.y > y && x < ((b.x - a.x) * (y - a.y)) / (b.y - a.y) + a.x) inside = !inside
  }
  return inside
}
