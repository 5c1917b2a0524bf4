import { encodeQR } from 'qr'

/** Longer texts give codes too dense to scan from a screen. */
const MOST_BYTES = 213
/** Scanners need a light margin. */
const QUIET_ZONE = 4

type Props = { text: string; label: string; className?: string | undefined }

/** Dark on white in every theme, as scanners expect. Nothing for a text that is too long. */
export function QrCode({ text, label, className }: Props) {
  if (new TextEncoder().encode(text).length > MOST_BYTES) return null
  const modules = encodeQR(text, 'raw', { ecc: 'medium', border: QUIET_ZONE })
  const dark = modules.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])))
  return (
    <svg
      className={className}
      viewBox={`0 0 ${modules.length} ${modules.length}`}
      role="img"
      shapeRendering="crispEdges"
    >
      <title>{label}</title>
      <rect width={modules.length} height={modules.length} fill="#fff" />
      <path d={dark.join('')} fill="#000" />
    </svg>
  )
}
