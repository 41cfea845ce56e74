import type { AppView } from '../../pageData.ts'
import { ButtonLink } from '../../ui/Button.tsx'
import { useLanguage } from '../../ui/language.ts'
import { MapCredit } from '../parts/RouteMap.tsx'
import { MoreLink } from '../parts/Section.tsx'
import { NewsletterSection } from './NewsletterSection.tsx'
import { PostCard } from './PostCard.tsx'
import { Coast } from './PostPicture.tsx'
import { anchorOf, blogPath, useBlog } from './useBlog.ts'

export function Blog(view: AppView<'blog'>) {
  const { t, path } = useLanguage()
  const { posts, category, page, totalPages, total, isLoading, chooseCategory, loadMore } = useBlog(view)
  const [lead, ...others] = posts
  return (
    <>
      <Coast />
      <div className="bg-sea-pale">
        <div className="wrap pt-10 pb-28 sm:pt-14 sm:pb-36">
          <p className="font-semibold text-sea-deep text-sm uppercase tracking-[0.12em]">{t('nav.blog')}</p>
          <h1 className="mt-3 text-4xl sm:text-5xl">{t('blog.title')}</h1>
          <p className="mt-4 max-w-2xl text-lg">
            {view.categories.find(({ slug }) => slug === category)?.description || t('blog.intro')}
          </p>
          <nav aria-label={t('blog.categories')} className="mt-7">
            <ul className="flex flex-wrap gap-2 sm:gap-2.5">
              {[{ slug: '', name: t('blog.all') }, ...view.categories].map(({ slug, name }) => (
                <li key={slug}>
                  <a
                    href={path(blogPath(slug))}
                    aria-current={slug === category ? 'true' : undefined}
                    onClick={(event) => chooseCategory(event, slug)}
                    className="inline-flex min-h-11 items-center rounded-full border border-ink/25 bg-card px-3
                      font-medium text-sm hover:border-sea hover:text-sea sm:px-4 sm:text-base aria-[current]:border-ink aria-[current]:bg-ink
                      aria-[current]:text-on-fill"
                  >
                    {name}
                  </a>
                </li>
              ))}
            </ul>
          </nav>
        </div>
      </div>
      <div
        aria-busy={isLoading}
        className={`wrap -mt-18 pb-14 transition-opacity sm:-mt-24 sm:pb-20 ${isLoading ? 'opacity-60' : ''}`}
      >
        <p role="status" className="sr-only">
          {t('blog.count', { count: total, shown: posts.length })}
        </p>
        {lead ? <PostCard post={lead} id={anchorOf(0)} isLead /> : <Nothing />}
        {others.length > 0 && (
          <ul className="mt-5 grid gap-5 md:grid-cols-2 lg:grid-cols-3">
            {others.map((post, index) => (
              <li key={post.id}>
                <PostCard post={post} id={anchorOf(index + 1)} />
              </li>
            ))}
          </ul>
        )}
        {page < totalPages && (
          <p className="mt-8 text-center">
            <ButtonLink
              href={`${path(blogPath(category, page + 1))}#${anchorOf(posts.length)}`}
              onClick={loadMore}
              look="ink"
            >
              {t('blog.more')}
            </ButtonLink>
          </p>
        )}
        {lead && <MapCredit className="mt-8" />}
      </div>
      <NewsletterSection />
    </>
  )
}

function Nothing() {
  const { t, path } = useLanguage()
  return (
    <div className="rounded-card border border-line bg-card p-8 text-center">
      <h2 className="text-2xl">{t('blog.none')}</h2>
      <p className="mt-3">
        <MoreLink href={path('/tratte/')}>{t('blog.toRoutes')}</MoreLink>
      </p>
    </div>
  )
}
