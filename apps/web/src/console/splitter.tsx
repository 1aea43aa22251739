// The divider between query and results. Can be dragged or moved with the arrow keys.
import { type KeyboardEvent, type PointerEvent, useRef, useState } from 'react'

const PLACE = 'veritrace.console.height'
const [MIN, MAX, STEP] = [120, 900, 24]

const within = (height: number): number => Math.round(Math.min(MAX, Math.max(MIN, height)))

export function useHeight(usual: number) {
  const [height, setHeight] = useState(() => within(Number(localStorage.getItem(PLACE)) || usual))
  const set = (next: number) => {
    setHeight(within(next))
    localStorage.setItem(PLACE, String(within(next)))
  }
  return [height, set] as const
}

export function Splitter({ height, onChange }: { height: number; onChange(height: number): void }) {
  const held = useRef<{ y: number; height: number }>(undefined)
  const take = (event: PointerEvent<HTMLDivElement>) => {
    event.currentTarget.setPointerCapture(event.pointerId)
    held.current = { y: event.clientY, height }
  }
  const drag = ({ clientY }: PointerEvent) => {
    if (held.current) onChange(held.current.height + clientY - held.current.y)
  }
  const key = (event: KeyboardEvent) => {
    const by = event.key === 'ArrowDown' ? STEP : event.key === 'ArrowUp' ? -STEP : 0
    if (by === 0) return
    event.preventDefault()
    onChange(height + by)
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: a movable divider is a separator with a value
    <div
      className="splitter"
      role="separator"
      tabIndex={0}
      aria-label="Height of the query editor"
      aria-orientation="horizontal"
      aria-valuenow={height}
      aria-valuemin={MIN}
      aria-valuemax={MAX}
      onPointerDown={take}
      onPointerMove={drag}
      onPointerUp={() => {
        held.current = undefined
      }}
      onKeyDown={key}
    />
  )
}
