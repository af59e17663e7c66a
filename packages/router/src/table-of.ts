/** The table of a controller: `v1/blog-post` → `blog_post`. */
export function tableOf(controller: string): string {
  return controller.slice(controller.lastIndexOf('/') + 1).replaceAll('-', '_');
}
