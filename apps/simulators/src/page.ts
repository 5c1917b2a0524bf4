export const escaped = (text: string): string =>
  text.replace(/[&<>"]/g, (sign) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[sign]!)

type Page = { title: string; note: string; body: string }

/** `body` is HTML. */
export const page = ({ title, note, body }: Page): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escaped(title)}</title>
<style>
  body { font: 16px/1.5 system-ui, sans-serif; max-width: 26rem; margin: 3rem auto; padding: 0 1rem; color: #1a1f36 }
  label, input, button { display: block; width: 100%; box-sizing: border-box; font: inherit }
  input, button { margin: .25rem 0 1rem; padding: .6rem; border: 1px solid #94a; border-radius: 6px }
  input[type=radio], input[type=checkbox] { display: inline; width: auto; margin: 0 .5rem 0 0 }
  fieldset { border: 0; padding: 0; margin: 0 0 1rem; overflow-wrap: anywhere }
  button { background: #635bff; color: #fff; border-color: #635bff; cursor: pointer }
  button[value=fail], button[value=cancel] { background: #fff; color: #1a1f36 }
  .note { background: #fff4d6; padding: .5rem .75rem; border-radius: 6px }
  [role=alert] { color: #b00020 }
</style>
</head>
<body>
<p class="note">${escaped(note)}</p>
${body}
</body>
</html>`
