import { createContext, type ReactNode, use } from 'react'
import type { Page, View } from '../../../modules/content/pages/contract.ts'
import type { ViewKind, ViewOf } from '../../pageData.ts'

// Parts of a page that have no controls. Only the server renders them; the browser keeps their markup, so the bundle
// lacks their code and texts. If React must render a changed page again, app.tsx moves the markup into the new page,
// which finds it by `data-kept`. Vite removes the unused branch of `import.meta.env.SSR ? still(Part) : Kept`.

/** The page with all its data. Only the server provides it. */
export const ServedPage = createContext<Page | null>(null)

/** Wraps the component in the element that `Kept` renders. The element has no box in the layout. */
export function still<P extends object>(Part: (props: P) => ReactNode): (props: P) => ReactNode {
  return (props) => (
    <div className="contents" data-kept="">
      <Part {...props} />
    </div>
  )
}

/** Like `still`, for a component that gets the page with all its data. */
export const stillPage = (Part: (props: { page: Page }) => ReactNode) =>
  still((_props: object) => {
    const page = use(ServedPage)
    if (!page) throw new Error('Only the server renders this part')
    return <Part page={page} />
  })

export interface Served<K extends ViewKind> {
  view: ViewOf<K>
  page: Page
}

/** Like `stillPage`, for a part of the screen of one kind of view. */
export const stillView = <K extends ViewKind>(kind: K, Part: (props: Served<K>) => ReactNode) =>
  stillPage(({ page }) => {
    if (!isOf(kind, page.view)) throw new Error(`A part of "${kind}" on a page of "${page.view.kind}"`)
    return <Part view={page.view} page={page} />
  })

const isOf = <K extends ViewKind>(kind: K, view: View): view is ViewOf<K> => view.kind === kind

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
