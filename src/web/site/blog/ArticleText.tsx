import { loneUnitKeys } from '../../../modules/catalog/prices/quote.contract.ts'
import type { RouteListEntry } from '../../../modules/catalog/search/contract.ts'
import type { PostSummary } from '../../../modules/content/blog/published.contract.ts'
import { UnseenArrow } from '../../ui/Arrowed.tsx'
import { useLanguage } from '../../ui/language.ts'
import { formatEuro, hasPrice } from '../../ui/money.ts'
import { Crumbs } from '../parts/Crumbs.tsx'
import { useCompany } from '../parts/company.ts'
import { Prose } from '../parts/Prose.tsx'
import { routePath } from '../parts/paths.ts'
import { MapCredit } from '../parts/RouteMap.tsx'
import { MoreLink, Section } from '../parts/Section.tsx'
import { Kept, type Served, stillView } from '../parts/still.tsx'
import { PostByline } from './PostByline.tsx'
import { PostCard } from './PostCard.tsx'
import { Coast, PostPicture } from './PostPicture.tsx'

export const ArticleText = import.meta.env.SSR ? stillView('article', ArticleTextPart) : Kept

function ArticleTextPart({ view: { post, more } }: Served<'article'>) {
  const { t } = useLanguage()
  const { companyName } = useCompany()
  return (
    <>
      <Coast />
      <article>
        <header className="bg-sea-pale">
          <div className="wrap grid grid-cols-1 gap-x-12 gap-y-8 pt-3 pb-12 sm:pb-16 lg:grid-cols-[1fr_1.05fr]">
            <div>
              <Crumbs section={{ href: '/blog/', label: t('nav.blog') }} here={post.title} />
              {post.category && (
                <p className="mt-5 font-semibold text-sea-deep text-sm uppercase tracking-[0.12em] sm:mt-8">
                  {post.category}
                </p>
              )}
              <h1 className="mt-3 wrap-anywhere text-4xl sm:text-5xl">{post.title}</h1>
              <p className="mt-4 max-w-xl text-lg">{post.summary}</p>
              <div className="mt-5">
                <PostByline post={post} author={companyName} />
              </div>
            </div>
            <figure className="lg:pt-14">
              <div className="overflow-hidden rounded-card border border-line">
                <PostPicture post={post} isFirst />
              </div>
              {post.image === null && (
                <figcaption>
                  <MapCredit className="mt-2" />
                </figcaption>
              )}
            </figure>
          </div>
        </header>
        <div className="wrap grid grid-cols-1 gap-12 py-12 sm:py-16 lg:grid-cols-[minmax(0,1fr)_22rem] lg:items-start">
          <Prose html={post.html} />
          <Aside routes={post.routes} />
        </div>
      </article>
      {more.length > 0 && <More posts={more} />}
    </>
  )
}

function Aside({ routes }: { routes: RouteListEntry[] }) {
  const { t, path } = useLanguage()
  return (
    <aside
      aria-label={t('blog.routesLabel')}
      className="rounded-card border border-line bg-card p-5 sm:p-6 lg:sticky lg:top-24"
    >
      <h2 className="text-2xl">{t(routes.length > 0 ? 'blog.routes' : 'blog.leave')}</h2>
      {routes.length > 0 && (
        <ul className="mt-3 divide-y divide-line">
          {routes.map((route) => (
            <li key={route.id}>
              <a href={path(routePath(route.slug))} className="row">
                <span>
                  <small>
                    {route.departure}
                    <UnseenArrow />
                  </small>
                  {route.destination}
                </span>
                <b>
                  {hasPrice(route.price) && <small>{t('price.from')} </small>}
                  {formatEuro(t, route.price)}
                  {route.unit && <small>{t(loneUnitKeys[route.unit])}</small>}
                </b>
              </a>
            </li>
          ))}
        </ul>
      )}
      <p className="mt-4 text-ink-soft text-sm">{t('blog.priceNote')}</p>
    </aside>
  )
}

function More({ posts }: { posts: PostSummary[] }) {
  const { t, path } = useLanguage()
  return (
    <Section
      title={t('blog.continue')}
      ground="panel"
      aside={<MoreLink href={path('/blog/')}>{t('blog.whole')}</MoreLink>}
    >
      <ul className="grid gap-5 md:grid-cols-2 lg:grid-cols-3 md:max-lg:[&>:nth-child(3)]:hidden">
        {posts.map((post) => (
          <li key={post.id}>
            <PostCard post={post} />
          </li>
        ))}
      </ul>
    </Section>
  )
}
