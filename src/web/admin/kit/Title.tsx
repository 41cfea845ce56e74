import { type ReactNode, useEffect, useRef } from 'react'

interface TitleProps {
  children: string
  actions?: ReactNode
  intro?: ReactNode
}

/** Sets the title of the browser tab, and takes the focus when the section opens. */
export function Title({ children, actions, intro }: TitleProps) {
  const ref = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    document.title = `${children} · Pannello admin`
  }, [children])
  useEffect(() => ref.current?.focus({ preventScroll: true }), [])
  return (
    <header className="mb-3 flex flex-wrap items-end justify-between gap-x-6 gap-y-3 max-md:gap-x-3 md:mb-5">
      <div>
        <h1 ref={ref} tabIndex={-1} className="text-2xl outline-none">
          {children}
        </h1>
        {intro && <p className="mt-1 max-w-2xl text-ink-soft">{intro}</p>}
      </div>
      {actions && <div className="flex flex-wrap gap-2">{actions}</div>}
    </header>
  )
}
