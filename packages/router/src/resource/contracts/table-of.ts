/** The table of a controller: `v1/blog-post` → `blog_post`. */
export function tableOf(controller: string): string {
  const name = controller.slice(controller.lastIndexOf('/') + 1);
  return name.includes('-') ? name.replaceAll('-', '_') : name;
}
