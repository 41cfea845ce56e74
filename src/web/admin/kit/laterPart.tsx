import { type ComponentType, type ReactNode, startTransition, useEffect, useState } from 'react'

interface Later<P> {
  load: () => Promise<ComponentType<P>>
  /** Null until the code is loaded. */
  part: ComponentType<P> | null
}

/**
 * Makes a part of a screen whose code the screen does not wait for: lists appear without the code of forms, which is
 * loaded when the browser has nothing else to do, or when the part is shown.
 */
export function laterPart<P extends object>(load: Later<P>['load']): (props: P) => ReactNode {
  const later: Later<P> = { load, part: null }
  whenIdle(() => loaded(later).catch(() => {}))
  return (props) => <Part of={later} props={props} />
}

function Part<P extends object>({ of, props }: { of: Later<P>; props: P }) {
  const [Shown, setShown] = useState(() => of.part)
  useEffect(() => {
    if (Shown) return
    loaded(of).then(
      (part) => startTransition(() => setShown(() => part)),
      // The screen says that it cannot be loaded.
      (error: unknown) =>
        setShown(() => {
          throw error
        }),
    )
  }, [Shown, of])
  return Shown && <Shown {...props} />
}

async function loaded<P>(later: Later<P>): Promise<ComponentType<P>> {
  later.part ??= await later.load()
  return later.part
}

/** Safari has no idle callbacks. */
const whenIdle = (work: () => void) =>
  'requestIdleCallback' in window ? window.requestIdleCallback(work) : setTimeout(work, 1_000)
