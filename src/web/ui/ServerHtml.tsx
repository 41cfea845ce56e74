import { createContext, type ReactNode, use } from 'react'

const Svg = createContext('')

/** Renders the markup on the server. The browser needs no value, because the page already contains the markup. */
export function MapSvg({ value, children }: { value: string; children: ReactNode }) {
  return <Svg value={value}>{children}</Svg>
}

/** Keeps the server's markup, so neither the bundle nor the page data contains it. */
export function ServerHtml({ className }: { className?: string }) {
  const html = use(Svg)
  return (
    <div
      className={className}
      suppressHydrationWarning
      // biome-ignore lint/security/noDangerouslySetInnerHtml: the server draws this SVG from its own data.
      dangerouslySetInnerHTML={{ __html: html }}
    />
  )
}
