import { drawQrMatrix } from '#web/ui/qr-matrix.ts'

/** Readers find the code by the light around it. */
const QUIET_ZONE = 4

type Props = { text: string; label: string; className?: string | undefined }

/** Dark on white in every theme, as readers expect it. Nothing where the text is too long for one. */
export function QrCode({ text, label, className }: Props) {
  const matrix = drawQrMatrix(text)
  if (!matrix) return null
  const size = matrix.length + 2 * QUIET_ZONE
  const dark = matrix.flatMap((row, y) =>
    row.flatMap((is, x) => (is ? [`M${x + QUIET_ZONE} ${y + QUIET_ZONE}h1v1h-1z`] : [])),
  )
  return (
    <svg className={className} viewBox={`0 0 ${size} ${size}`} role="img" shapeRendering="crispEdges">
      <title>{label}</title>
      <rect width={size} height={size} fill="#fff" />
      <path d={dark.join('')} fill="#000" />
    </svg>
  )
}
