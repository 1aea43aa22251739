// A long text that is only read: what is out of sight is not drawn.
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
