// VitePress reports links to pages that are missing; this reports those to headings, and everything else inside of the site.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * List the links of the built pages that lead nowhere.
 *
 * @param {string} folder - the built site
 * @param {string} base - `/` or `/name/`
 * @returns {string[]} `models → /rules#nothing`
 */
export function findDeadLinks(folder, base) {
  const names = readdirSync(folder).filter((name) => name.endsWith('.html'));
  const pages = new Map(names.map((name) => [name.replace(/\.html$/, ''), readFileSync(join(folder, name), 'utf8')]));
  const ids = new Map([...pages].map(([name, html]) => [name, new Set(valuesOf(html, 'id'))]));
  return [...pages].flatMap(([name, html]) => {
    const isDead = (link) => {
      if (/^[a-z]+:/.test(link)) return false;
      const { pathname, hash } = new URL(link, `http://site${base}${name}`);
      if (!pathname.startsWith(base)) return true;
      const path = decodeURIComponent(pathname.slice(base.length)) || 'index';
      const anchor = decodeURIComponent(hash.slice(1));
      return ids.has(path) ? anchor !== '' && !ids.get(path)?.has(anchor) : !existsSync(join(folder, path));
    };
    return [...new Set([...valuesOf(html, 'href'), ...valuesOf(html, 'src')])]
      .filter(isDead)
      .map((link) => `${name} → ${link}`);
  });
}

// --- internal ---

/** @param {string} html @param {string} attribute */
function valuesOf(html, attribute) {
  return [...html.matchAll(new RegExp(` ${attribute}="([^"]*)"`, 'g'))].map(([, value = '']) =>
    value.replaceAll('&amp;', '&'),
  );
}
