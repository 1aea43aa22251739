// A long read-only text. Only the visible part is rendered.
import { EditorState } from '@codemirror/state'
import { EditorView } from '@codemirror/view'
import { useEffect, useRef } from 'react'
import { rawExtensions } from './setup.ts'

export default function RawText({ text, type }: { text: string; type: string }) {
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const state = EditorState.create({ doc: text, extensions: rawExtensions(type) })
    const view = new EditorView({ parent: place.current!, state })
    return () => view.destroy()
  }, [text, type])
  return <div className="raw-text" ref={place} />
}
