import type { ReactNode } from 'react'

// Parts of a page without controls. Only the server renders them; the browser keeps the server's markup, so that their
// code and texts are left out of the bundle. Vite removes the unused branch of
// `import.meta.env.SSR ? still(Part) : Kept`.

/** Returns the component in the same element as `Kept`. The element has no box of its own in the layout. */
export function still<P extends object>(Part: (props: P) => ReactNode): (props: P) => ReactNode {
  return (props) => (
    <div className="contents">
      <Part {...props} />
    </div>
  )
}

/** Keeps the server's markup, because React does not replace the markup by the empty text. */
export function Kept(_props: object) {
  // biome-ignore lint/security/noDangerouslySetInnerHtml: the text is empty.
  return <div className="contents" suppressHydrationWarning dangerouslySetInnerHTML={{ __html: '' }} />
}
