import figtree from '@fontsource/figtree/files/figtree-latin-600-normal.woff?inline'
import fraunces from '@fontsource/fraunces/files/fraunces-latin-600-normal.woff?inline'
import satori from 'satori'
import type { SocialWords } from '../../modules/content/drawings/contract.ts'

// The SVG contains letters as paths, so that no font must be installed.

const fonts = [
  { name: 'Fraunces', weight: 600, style: 'normal', data: bytesOf(fraunces) },
  { name: 'Figtree', weight: 600, style: 'normal', data: bytesOf(figtree) },
] as const

const column = { display: 'flex', flexDirection: 'column' } as const
const small = { fontFamily: 'Figtree' }

/** Returns the left half of a social picture as SVG of 640 × 630 pixels, without background. */
export function drawWords({ lead, title, note, brand }: SocialWords): Promise<string> {
  return satori(
    <div
      style={{
        ...column,
        width: 560,
        height: 500,
        margin: '60px 0 0 72px',
        justifyContent: 'space-between',
      }}
    >
      <div style={{ ...small, fontSize: 30, color: '#0B6A88' }}>{brand}</div>
      <div style={column}>
        {lead && <div style={{ ...small, fontSize: 34, color: '#46566B', marginBottom: 10 }}>{lead}</div>}
        <div style={{ fontFamily: 'Fraunces', fontSize: sizeOf(title), lineHeight: 1.08, color: '#11243D' }}>
          {title}
        </div>
      </div>
      <div style={{ ...small, fontSize: 36, color: '#11243D' }}>{note}</div>
    </div>,
    { width: 640, height: 630, fonts: [...fonts] },
  )
}

/** Returns the font size in pixels with which the title fits into four lines. */
function sizeOf(title: string): number {
  return title.length <= 14 ? 88 : title.length <= 28 ? 72 : title.length <= 50 ? 58 : 46
}

function bytesOf(dataUrl: string): Buffer {
  return Buffer.from(dataUrl.slice(dataUrl.indexOf(',') + 1), 'base64')
}
