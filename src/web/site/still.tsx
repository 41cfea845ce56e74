import type { ReactNode } from 'react'

// Parts of a page that have no controls. Only the server renders them; the browser keeps their markup, so the bundle
// lacks their code and texts. Vite removes the unused branch of `import.meta.env.SSR ? still(Part) : Kept`.

/** Wraps the component in the element that `Kept` renders. The element has no box in the layout. */
export function still<P extends object>(Part: (props: P) => ReactNode): (props: P) => ReactNode {
  return (props) => (
    <div className="contents">
      <Part {...props} />
    </div>
  )
}

/** Keeps the server's markup: React does not replace the markup by this empty text. */
export function Kept(_props: object) {
  // biome-ignore lint/security/noDangerouslySetInnerHtml: the text is empty.
  return <div className="contents" suppressHydrationWarning dangerouslySetInnerHTML={{ __html: '' }} />
}
