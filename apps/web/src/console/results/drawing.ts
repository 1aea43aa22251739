// Draws the graph on a canvas. WebGL cannot use CSS custom properties, so colors are read from the page, again on theme change.
import Graph from 'graphology'
import forceAtlas2 from 'graphology-layout-forceatlas2'
import Sigma from 'sigma'
import { writeName } from '../../ui/graph-name.ts'
import type { GraphModel } from './graph-model.ts'

export interface Drawing {
  zoom(by: 'in' | 'out' | 'all'): void
  choose(key: string | undefined): void
  svg(): string
  end(): void
}

const COLORS = 6
/** Up to this number of nodes, all labels are shown. */
const ALL_LABELLED = 45
const ITERATIONS = 400
const LAYOUT_MS = 3_000

export function draw(place: HTMLElement, model: GraphModel, onChoose: (key: string | undefined) => void): Drawing {
  const graph = build(model)
  let colors = readColors()
  let chosen: string | undefined
  let over: string | undefined
  let near = new Set<string>()

  const look = () => {
    const center = over ?? chosen
    near = new Set(center && graph.hasNode(center) ? [center, ...graph.neighbors(center)] : [])
    sigma.refresh({ skipIndexation: true })
  }
  const sigma = new Sigma(graph, place, {
    allowInvalidContainer: true,
    defaultEdgeType: 'arrow',
    labelFont: getComputedStyle(place).fontFamily,
    labelSize: 12,
    labelGridCellSize: 80,
    labelRenderedSizeThreshold: model.nodes.length > 120 ? 7 : 3,
    defaultDrawNodeLabel: (paper, node, { labelSize, labelFont }) =>
      writeName(paper, node, { font: `${labelSize}px ${labelFont}`, ink: colors.ink, around: colors.surface }),
    renderEdgeLabels: true,
    edgeLabelFont: getComputedStyle(place).fontFamily,
    edgeLabelSize: 10,
    edgeLabelColor: { attribute: 'labelColor' },
    stagePadding: 36,
    zIndex: true,
    // The default draws a white box, even in dark mode.
    defaultDrawNodeHover: () => {},
    nodeReducer: (key, data) => {
      const away = near.size > 0 && !near.has(key)
      const color = away ? colors.dim : colors.data[data.paint]!
      const label = away ? '' : data.label
      const forceLabel = near.has(key) || graph.order <= ALL_LABELLED
      return { ...data, label, color: color, forceLabel, zIndex: away ? 0 : 1 }
    },
    edgeReducer: (key, data) => {
      if (near.size === 0) return { ...data, label: '', color: colors.line }
      // Only edges at the hovered or selected node have labels: all labels at once would be unreadable.
      const touches = graph.hasExtremity(key, (over ?? chosen)!)
      return { ...data, color: colors.strong, labelColor: colors.quiet, forceLabel: true, hidden: !touches }
    },
  })
  sigma.on('enterNode', ({ node }) => {
    over = node
    place.style.cursor = 'pointer'
    look()
  })
  sigma.on('leaveNode', () => {
    over = undefined
    place.style.cursor = ''
    look()
  })
  sigma.on('clickNode', ({ node }) => onChoose(node))
  sigma.on('clickStage', () => onChoose(undefined))

  const dark = matchMedia('(prefers-color-scheme: dark)')
  const turn = () => {
    colors = readColors()
    sigma.refresh()
  }
  dark.addEventListener('change', turn)
  const { width, height } = place.getBoundingClientRect()
  const stretch = Math.min(2, Math.max(1, width / Math.max(height, 1) / 1.15))
  const stop = layOut(graph, stretch, () => place.setAttribute('data-settled', ''))

  return {
    zoom: (by) => {
      const camera = sigma.getCamera()
      const ways = {
        in: () => camera.animatedZoom(),
        out: () => camera.animatedUnzoom(),
        all: () => camera.animatedReset(),
      }
      void ways[by]()
    },
    choose: (key) => {
      chosen = key
      look()
    },
    svg: () => toSvg(graph, colors),
    end: () => {
      stop()
      dark.removeEventListener('change', turn)
      sigma.kill()
    },
  }
}

function build({ nodes, edges, classes }: GraphModel): Graph {
  const graph = new Graph({ multi: true })
  const paints = new Map(classes.map(({ iri }, index) => [iri, Math.min(index, COLORS - 1)]))
  nodes.forEach(({ key, label, degree, class: iri }, index) => {
    // Starts on a golden-angle spiral: evenly spread, and the same on every visit.
    const [angle, radius] = [index * 2.39996, Math.sqrt(index + 1)]
    graph.addNode(key, {
      x: Math.cos(angle) * radius,
      y: Math.sin(angle) * radius,
      size: 4 + Math.min(10, Math.sqrt(degree) * 1.8),
      label: label.length > 44 ? `${label.slice(0, 42)}…` : label,
      paint: iri === undefined ? COLORS - 1 : paints.get(iri)!,
    })
  })
  for (const { from, to, predicate } of edges)
    graph.addEdge(from, to, { size: 1.2, label: predicate.replace(/^.*[#/]/, '') })
  return graph
}

/** Lays out in short steps between frames, or immediately if the user prefers reduced motion. `stretch` fits the width. */
function layOut(graph: Graph, stretch: number, onSettled: () => void): () => void {
  const round = graph.copy()
  const settings = {
    ...forceAtlas2.inferSettings(graph),
    barnesHutOptimize: graph.order > 300,
    gravity: 0.6,
    scalingRatio: 12,
    strongGravityMode: false,
    slowDown: 4,
  }
  const still = matchMedia('(prefers-reduced-motion: reduce)').matches
  const began = performance.now()
  let done = 0
  let frame = 0
  const step = () => {
    const until = performance.now() + (still ? LAYOUT_MS : 10)
    while (done < ITERATIONS && performance.now() < until) {
      forceAtlas2.assign(round, { iterations: 5, settings })
      done += 5
    }
    graph.updateEachNodeAttributes((key, data) => {
      const { x, y } = round.getNodeAttributes(key)
      return { ...data, x: x * stretch, y }
    })
    if (done < ITERATIONS && performance.now() - began < LAYOUT_MS) frame = requestAnimationFrame(step)
    else onSettled()
  }
  if (graph.order > 1) step()
  else onSettled()
  return () => cancelAnimationFrame(frame)
}

interface Colors {
  data: readonly string[]
  ink: string
  quiet: string
  line: string
  strong: string
  dim: string
  surface: string
}

function readColors(): Colors {
  const probe = document.createElement('span')
  document.body.append(probe)
  const pixel = document.createElement('canvas').getContext('2d', { willReadFrequently: true })!
  const read = (name: string): string => {
    probe.style.color = `var(--${name})`
    pixel.fillStyle = getComputedStyle(probe).color
    pixel.fillRect(0, 0, 1, 1)
    const [r, g, b] = pixel.getImageData(0, 0, 1, 1).data
    return `#${[r, g, b].map((part) => part!.toString(16).padStart(2, '0')).join('')}`
  }
  const data = Array.from({ length: COLORS }, (_none, index) => read(`data-${index + 1}`))
  const [ink, quiet, line] = [read('ink'), read('ink-3'), read('line-graph')]
  const [strong, dim, surface] = [read('line-control'), read('line-strong'), read('surface')]
  probe.remove()
  return { data, ink, quiet, line, strong, dim, surface }
}

const escaped = (text: string): string => text.replace(/[&<>"]/g, (c) => `&#${c.charCodeAt(0)};`)

function toSvg(graph: Graph, { data, ink, line }: Colors): string {
  const at = (key: string) =>
    graph.getNodeAttributes(key) as { x: number; y: number; size: number; label: string; paint: number }
  const all = graph.nodes().map(at)
  const [left, right] = [Math.min(...all.map(({ x }) => x)), Math.max(...all.map(({ x }) => x))]
  const [low, high] = [Math.min(...all.map(({ y }) => y)), Math.max(...all.map(({ y }) => y))]
  const scale = 1_200 / Math.max(right - left, high - low, 1)
  const x = (value: number) => ((value - left) * scale + 60).toFixed(1)
  const y = (value: number) => ((high - value) * scale + 60).toFixed(1)
  const edges = graph.mapEdges((_key, _data, from, to) => {
    const [a, b] = [at(from), at(to)]
    return `<line x1="${x(a.x)}" y1="${y(a.y)}" x2="${x(b.x)}" y2="${y(b.y)}"/>`
  })
  const nodes = all.map(
    (node) =>
      `<circle cx="${x(node.x)}" cy="${y(node.y)}" r="${node.size}" fill="${data[node.paint]}"/><text x="${(Number(x(node.x)) + node.size + 4).toFixed(1)}" y="${(Number(y(node.y)) + 4).toFixed(1)}">${escaped(node.label)}</text>`,
  )
  const [width, height] = [(right - left) * scale + 320, (high - low) * scale + 120].map(Math.ceil)
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" font-family="sans-serif" font-size="12" fill="${ink}"><g stroke="${line}">${edges.join('')}</g>${nodes.join('')}</svg>`
}
