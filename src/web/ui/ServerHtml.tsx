import { createContext, type ReactNode, use } from 'react'

const Svg = createContext('')

/** Only the server has a value to give; in the browser the markup already stands in the page. */
export function MapSvg({ value, children }: { value: string; children: ReactNode }) {
  return <Svg value={value}>{children}</Svg>
}

/** Markup made by the server that React keeps as it found it, so that neither script nor page data carries it. */
export function ServerHtml({ className }: { className?: string }) {
  const html = use(Svg)
  return (
    <div
      className={className}
      suppressHydrationWarning
      // biome-ignore lint/security/noDangerouslySetInnerHtml: our own SVG, made by the server.
      dangerouslySetInnerHTML={{ __html: html }}
    />
  )
}
