// Runs in the page: the visible texts whose contrast is under 4.5 : 1, or 3 : 1 for large ones (WCAG 2, 1.4.3).
(() => {
  const parse = (color) => {
    const [r, g, b, a = 1] = color.match(/[\d.]+/g).map(Number);
    return { rgb: [r, g, b], a };
  };
  const over = ({ rgb, a }, below) => rgb.map((value, index) => value * a + below[index] * (1 - a));
  const luminance = (rgb) => {
    const [r, g, b] = rgb.map((value) =>
      value / 255 <= 0.04045 ? value / 255 / 12.92 : ((value / 255 + 0.055) / 1.055) ** 2.4,
    );
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const backgroundOf = (element) => {
    if (element === null) return [255, 255, 255];
    const color = parse(getComputedStyle(element).backgroundColor);
    return color.a === 1 ? color.rgb : over(color, backgroundOf(element.parentElement));
  };
  const isVisible = (element) => element.checkVisibility({ opacityProperty: true, visibilityProperty: true });
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const low = new Map();
  let count = 0;
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    const element = node.parentElement;
    if (node.data.trim() === '' || !isVisible(element) || ['SCRIPT', 'STYLE'].includes(element.tagName)) continue;
    const style = getComputedStyle(element);
    const below = backgroundOf(element);
    const [light, dark] = [luminance(over(parse(style.color), below)), luminance(below)].sort((a, b) => b - a);
    const size = Number.parseFloat(style.fontSize);
    const isLarge = size >= 24 || (size >= 18.66 && Number(style.fontWeight) >= 700);
    const contrast = (light + 0.05) / (dark + 0.05);
    count += 1;
    if (contrast < (isLarge ? 3 : 4.5))
      low.set(`${style.color} on ${below.map(Math.round)}`, `${contrast.toFixed(2)} ${node.data.trim().slice(0, 40)}`);
  }
  return { count, low: [...low].map(([colors, text]) => `${colors}: ${text}`) };
})();
