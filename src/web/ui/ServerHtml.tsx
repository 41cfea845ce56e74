import { createContext, type ReactNode, use } from 'react'

const Svg = createContext('')

/** Passes the markup to `ServerHtml` on the server. The browser has no provider and keeps the server's markup. */
export function MapSvg({ value, children }: { value: string; children: ReactNode }) {
  return <Svg value={value}>{children}</Svg>
}

/** Keeps the server's markup, so that neither bundle nor page data contain it. */
export function ServerHtml({ className }: { className?: string }) {
  const html = use(Svg)
  return (
    <div
      className={className}
      data-kept=""
      suppressHydrationWarning
      // biome-ignore lint/security/noDangerouslySetInnerHtml: the server draws this SVG from its own data.
      dangerouslySetInnerHTML={{ __html: html }}
    />
  )
}
