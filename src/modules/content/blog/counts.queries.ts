import type { Sql } from '../../../platform/db.ts'

export async function countPosts(read: Sql): Promise<{ published: number; total: number }> {
  const [counts] = await read<[{ published: number; total: number }]>`
    select count(*) filter (where is_published) as published, count(*) as total from blog_posts`
  return counts
}
