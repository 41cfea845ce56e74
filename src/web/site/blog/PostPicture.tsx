import type { PostSummary } from '../../../modules/content/blog/published.contract.ts'
import { ServerHtml } from '../../ui/ServerHtml.tsx'

type Drawing = PostSummary['map']
type End = Drawing['ends'][number]

/** Defines the coast once for the page. Each picture shows a section of the coast. */
export function Coast() {
  return <ServerHtml className="absolute size-0 overflow-hidden" />
}

interface PostPictureProps {
  post: Pick<PostSummary, 'image' | 'imageAlt' | 'map'>
  /** True if the title beside the picture makes alternative text redundant. */
  isDecoration?: boolean
  /** True for the first picture of the page, which loads eagerly. */
  isFirst?: boolean
}

/** The article's picture or, if there is none, a map of its route. */
export function PostPicture({ post, isDecoration = false, isFirst = false }: PostPictureProps) {
  return (
    <div className="post-picture">
      {post.image ? (
        <img
          src={post.image}
          alt={isDecoration ? '' : post.imageAlt}
          loading={isFirst ? 'eager' : 'lazy'}
          decoding="async"
        />
      ) : (
        <PostMap map={post.map} label={isDecoration ? '' : post.imageAlt} />
      )}
    </div>
  )
}

function PostMap({ map, label }: { map: Drawing; label: string }) {
  const [from, to] = map.ends
  return (
    <svg viewBox="0 0 600 400" role="img" aria-label={label} aria-hidden={label === ''}>
      <use href="#costa" transform={map.coast} />
      {from && to && (
        <>
          <path className="post-arc" d={arcOf(from, to)} />
          <circle className="post-from" cx={from.x} cy={from.y} r="8" />
          <circle className="post-to" cx={to.x} cy={to.y} r="8" />
          <Name end={from} isAbove={from.y <= to.y} />
          <Name end={to} isAbove={to.y < from.y} />
        </>
      )}
    </svg>
  )
}

/** The name is above or below the dot, away from the other end, and extends towards the picture's middle. */
function Name({ end: { name, x, y }, isAbove }: { end: End; isAbove: boolean }) {
  const isRight = x > 330
  return (
    <text x={x + (isRight ? -6 : 6)} y={y + (isAbove ? -20 : 36)} textAnchor={isRight ? 'end' : 'start'}>
      {name}
    </text>
  )
}

const bend = 0.18

/** Returns the path of an arc with the same curve as in src/web/drawn/map.ts. */
function arcOf(from: End, to: End): string {
  const x = (from.x + to.x) / 2 - (to.y - from.y) * bend
  const y = (from.y + to.y) / 2 + (to.x - from.x) * bend
  return `M${from.x} ${from.y}Q${x.toFixed(1)} ${y.toFixed(1)} ${to.x} ${to.y}`
}
