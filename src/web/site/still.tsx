import type { ReactNode } from 'react'

// Parts of a page that have no controls. Only the server renders them; the browser keeps their markup, so the bundle
// lacks their code and texts. If React must render a changed page again, app.tsx moves the markup into the new page,
// which finds it by `data-kept`. Vite removes the unused branch of `import.meta.env.SSR ? still(Part) : Kept`.

/** Wraps the component in the element that `Kept` renders. The element has no box in the layout. */
export function still<P extends object>(Part: (props: P) => ReactNode): (props: P) => ReactNode {
  return (props) => (
    <div className="contents" data-kept="">
      <Part {...props} />
    </div>
  )
}

/** Keeps the server's markup: React does not replace the markup by this empty text. */
export function Kept(_props: object) {
  return (
    <div
      className="contents"
      data-kept=""
      suppressHydrationWarning
      // biome-ignore lint/security/noDangerouslySetInnerHtml: the text is empty.
      dangerouslySetInnerHTML={{ __html: '' }}
    />
  )
}
