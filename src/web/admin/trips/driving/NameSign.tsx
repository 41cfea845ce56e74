import { useLayoutEffect, useRef } from 'react'

/** Shows a name as large as possible, black on white in every colour scheme. An upright phone turns the name by 90°. */
export function NameSign({ name, onClose }: { name: string; onClose: () => void }) {
  const dialog = useRef<HTMLDialogElement>(null)
  const sign = useRef<HTMLSpanElement>(null)

  useLayoutEffect(() => {
    const shown = dialog.current
    shown?.showModal()
    // Phones without full screen show the sign in the window.
    shown
      ?.querySelector('button')
      ?.requestFullscreen?.()
      .catch(() => {})
    const resize = () => {
      if (sign.current) fitText(sign.current)
    }
    resize()
    document.fonts.ready.then(resize)
    addEventListener('resize', resize)
    return () => {
      removeEventListener('resize', resize)
      if (document.fullscreenElement) document.exitFullscreen().catch(() => {})
      shown?.close()
    }
  }, [])

  return (
    <dialog
      ref={dialog}
      aria-label={`Cartello: ${name}`}
      onCancel={(event) => {
        event.preventDefault()
        onClose()
      }}
      className="name-sign"
    >
      <button type="button" onClick={onClose} aria-label={`${name}: chiudi il cartello`}>
        <span>
          <span ref={sign}>{name}</span>
        </span>
      </button>
    </dialog>
  )
}

const pxMin = 16
const pxMax = 1_000

/** Sets the largest font size at which the text fits into its box without a break inside a word. */
function fitText(element: HTMLElement): void {
  const box = element.parentElement
  if (!box) return
  let [fits, tooLarge] = [pxMin, pxMax]
  while (tooLarge - fits > 1) {
    const px = Math.floor((fits + tooLarge) / 2)
    element.style.fontSize = `${px}px`
    const isIn = element.offsetWidth <= box.clientWidth && element.offsetHeight <= box.clientHeight
    if (isIn) fits = px
    else tooLarge = px
  }
  element.style.fontSize = `${fits}px`
}
