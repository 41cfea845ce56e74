import type { PostSummary } from '../../../modules/content/blog/published.contract.ts'
import { useLanguage } from '../../ui/language.ts'
import { PostByline } from './PostByline.tsx'
import { PostPicture } from './PostPicture.tsx'

interface PostCardProps {
  post: PostSummary
  /** HTML id, so that links can lead to this article in the list. */
  id?: string
  isLead?: boolean
}

/** Card of an article; the whole card is one link. The card with `isLead` is wider. */
export function PostCard({ post, id, isLead = false }: PostCardProps) {
  const { path } = useLanguage()
  return (
    <article
      id={id}
      className={`group relative grid h-full grid-cols-1 overflow-hidden wrap-anywhere rounded-card border border-line bg-card
        transition-colors focus-within:border-sea hover:border-sea hover:shadow-soft ${
          isLead ? 'lg:grid-cols-[1.25fr_1fr] lg:items-center' : 'grid-rows-[auto_1fr]'
        }`}
    >
      <PostPicture post={post} isDecoration isFirst={isLead} />
      <div className={`flex flex-col ${isLead ? 'p-5 sm:p-8 lg:p-10' : 'p-5 sm:p-6'}`}>
        {post.category && (
          <p className="mb-2 font-semibold text-sea-deep text-xs uppercase tracking-[0.12em]">
            {post.category}
          </p>
        )}
        <h2 className={isLead ? 'text-3xl sm:text-4xl' : 'text-2xl'}>
          <a
            href={path(`/blog/${post.slug}/`)}
            className="decoration-1 underline-offset-4 after:absolute after:inset-0 after:content-['']
              group-hover:underline"
          >
            {post.title}
          </a>
        </h2>
        <p className={`mt-3 ${isLead ? 'mb-6 text-lg' : 'mb-5 text-ink-soft'}`}>{post.summary}</p>
        <div className="mt-auto">
          <PostByline post={post} />
        </div>
      </div>
    </article>
  )
}
