import type { Sql } from '../../../platform/db.ts'

interface Posts {
  published: number
  total: number
  /** Articles that are neither published nor scheduled. */
  drafts: number
}

export async function countPosts(read: Sql): Promise<Posts> {
  const [counts] = await read<[Posts]>`
    select count(*) filter (where is_published) as published, count(*) as total,
      count(*) filter (where not is_published and publish_at is null) as drafts
    from blog_posts`
  return counts
}
