import type { PostSummary } from '../../../modules/content/pages/contract.ts'

const day = new Intl.DateTimeFormat('it-IT', { dateStyle: 'long', timeZone: 'Europe/Rome' })

interface PostBylineProps {
  post: Pick<PostSummary, 'publishedAt' | 'readingMinutes'>
  author?: string
}

export function PostByline({ post: { publishedAt, readingMinutes }, author }: PostBylineProps) {
  return (
    <p className="figures text-ink-soft text-sm">
      {author && <>di {author} · </>}
      <time dateTime={publishedAt}>{day.format(new Date(publishedAt))}</time> · {readingMinutes} min di
      lettura
    </p>
  )
}
