import { html } from './html.ts';
import type { Assets } from './load-assets.ts';

/** Render the page to which an authorization server sends the user: it gives the code to the page that opened it. */
export function renderRedirect({ address }: Assets): string {
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<title>Signed in</title>
<meta name="robots" content="noindex">
<link rel="icon" href="data:,">
<script defer src="${address['swagger-ui-redirect.js']}"></script>
</head>
<body>
<p>You can close this window.</p>
</body>
</html>
`.text;
}
