// A component that is loaded when it is first shown or preloaded. It appears as soon as it is loaded: React's `lazy` shows its
// fallback for at least 300 ms, even if the file was already loaded.
import { type ComponentType, type FunctionComponent, type ReactNode, useEffect, useState } from 'react'

type Later<P> = FunctionComponent<P> & { preload(): Promise<void> }

export function later<P extends object>(
  load: () => Promise<{ default: ComponentType<P> }>,
  until: (props: P) => ReactNode = () => null,
): Later<P> {
  let Loaded: ComponentType<P> | undefined
  const preload = async () => {
    Loaded = (await load()).default
  }
  function Shown(props: P) {
    const [Part, setPart] = useState(() => Loaded)
    const [failure, setFailure] = useState<{ error: unknown }>()
    useEffect(() => {
      if (!Part)
        preload().then(
          () => setPart(() => Loaded),
          (error: unknown) => setFailure({ error }),
        )
    }, [Part])
    // An error boundary above reports the failure.
    if (failure) throw failure.error
    return Part ? <Part {...props} /> : until(props)
  }
  return Object.assign(Shown, { preload })
}
