import { dateWords, romanDay } from '../../../kernel/romanDay.ts'
import type { PostSummary } from '../../../modules/content/blog/published.contract.ts'
import { useLanguage } from '../../ui/language.ts'

interface PostBylineProps {
  post: Pick<PostSummary, 'publishedAt' | 'readingMinutes'>
  author?: string
}

export function PostByline({ post: { publishedAt, readingMinutes }, author }: PostBylineProps) {
  const { t } = useLanguage()
  const day = dateWords(t, romanDay(new Date(publishedAt)))
  return (
    <p className="figures text-ink-soft text-sm">
      {author && <>{t('blog.by', { author })} · </>}
      <time dateTime={publishedAt}>{day}</time> · {t('blog.minutes', { count: readingMinutes })}
    </p>
  )
}
