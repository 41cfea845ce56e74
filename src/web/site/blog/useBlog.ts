import { type MouseEvent, useEffect, useEffectEvent, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import type { ListPosts } from '../../../modules/content/blog/published.contract.ts'
import { call } from '../../client.ts'
import type { AppView } from '../../pageData.ts'
import { useLanguage } from '../../ui/language.ts'

/** Maximum page size that the server accepts. */
const limitMax = 50

type Shown = Pick<AppView<'blog'>, 'posts' | 'category' | 'page' | 'totalPages' | 'total'>

/** Returns the Italian path of a page of the list; of all categories if `category` is empty. */
export function blogPath(category: string, page = 1): string {
  const search = new URLSearchParams({
    ...(category && { categoria: category }),
    ...(page > 1 && { pagina: String(page) }),
  })
  return search.size > 0 ? `/blog/?${search}` : '/blog/'
}

/** Changes the list in the same document. Loads the URL if a call fails or the list would exceed `limitMax`. */
export function useBlog(view: AppView<'blog'>) {
  const { t, path } = useLanguage()
  const { limit } = view
  const [shown, setShown] = useState<Shown>(view)
  const [isLoading, setLoading] = useState(false)
  const latest = useRef(0)

  const show = async (category: string, page: number): Promise<void> => {
    const mine = ++latest.current
    setLoading(true)
    const { items, total } = await call<typeof ListPosts>('GET /api/blog-posts', {
      ...(category && { category }),
      page: 1,
      limit: page * limit,
      lang: t.language,
    })
    // Ignores this response, because the visitor has chosen something else meanwhile.
    if (mine !== latest.current) return
    flushSync(() => {
      setShown({ posts: items, category, page, total, totalPages: Math.ceil(total / limit) })
      setLoading(false)
    })
  }

  const goBack = useEffectEvent(() => {
    const search = new URLSearchParams(location.search)
    show(search.get('categoria') ?? '', Number(search.get('pagina')) || 1).catch(() => location.reload())
  })
  useEffect(() => {
    const onPopState = () => goBack()
    addEventListener('popstate', onPopState)
    return () => removeEventListener('popstate', onPopState)
  }, [])

  const follow = async (event: MouseEvent<HTMLAnchorElement>, category: string, page: number) => {
    const { href } = event.currentTarget
    if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || page * limit > limitMax)
      return
    event.preventDefault()
    try {
      await show(category, page)
    } catch {
      location.assign(href)
      return
    }
    history.pushState(null, '', path(blogPath(category, page)))
    if (page > 1) document.querySelector<HTMLElement>(`#${anchorOf((page - 1) * limit)} a`)?.focus()
  }

  return {
    ...shown,
    isLoading,
    chooseCategory: (event: MouseEvent<HTMLAnchorElement>, category: string) => follow(event, category, 1),
    loadMore: (event: MouseEvent<HTMLAnchorElement>) => follow(event, shown.category, shown.page + 1),
  }
}

/** Returns the HTML id of the article at `index`, counted from 0. */
export const anchorOf = (index: number) => `articolo-${index + 1}`
