import type { CompiledPart, CompiledRule } from '../core/compile/types.ts';
import type { Template, TemplatePart } from './list-templates.ts';
import type { Opaque } from './value-template.ts';

/**
 * Put the name of a controller where the captures of a template name it.
 *
 * @returns `undefined` when this variant does not lead to the controller
 */
export function nameController(
  template: Template,
  { controller: fixed, rule }: CompiledRule,
  controller: string,
): Template | Opaque | undefined {
  if (fixed !== undefined) return fixed === controller ? template : undefined;
  const slots = template.filling.controller as readonly CompiledPart[];
  const groups = slots.flatMap((slot) => (typeof slot === 'string' ? [] : [slot[0] as number]));
  const places = groups.map((group) => template.parts.find((part) => part.kind === 'place' && part.group === group));
  if (groups.length === 0) return undefined;
  if (places.includes(undefined)) return 'the capture that names the controller has another one in it';
  const texts = readTexts(slots, places as Place[], controller, rule.pattern.flags);
  if (texts === undefined) return undefined;
  const parts = template.parts.map((part): TemplatePart => {
    const text = part.kind === 'place' ? texts.get(part.group) : undefined;
    return text === undefined ? part : { kind: 'text', text };
  });
  return { ...template, parts };
}

// --- internal ---

type Place = Extract<TemplatePart, { kind: 'place' }>;

/** The values of the captures for this name; `undefined` when one of them does not match. */
function readTexts(
  slots: readonly CompiledPart[],
  places: readonly Place[],
  controller: string,
  flags: string,
): Map<number | undefined, string> | undefined {
  let at = 0;
  const written = slots.map((slot) => {
    if (typeof slot === 'string') return slot;
    return places[at++]?.value.isMultiSegment ? '(.+)' : '([^/]+)';
  });
  const found = new RegExp(`^${written.join('')}$`).exec(controller);
  if (found === null) return undefined;
  const texts = new Map<number | undefined, string>();
  for (const [index, { group, source }] of places.entries()) {
    const text = found[index + 1] as string;
    const known = texts.get(group);
    if (!new RegExp(`^(?:${source})$`, flags).test(text) || (known !== undefined && known !== text)) return undefined;
    texts.set(group, text);
  }
  return texts;
}
