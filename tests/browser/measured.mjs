/** What is wrong with the page at the width it has: runs in the page, so it uses nothing from outside. */
export const measured = () => {
  const SLACK = 1;
  const boxes = new Map();
  const box = (element) => {
    if (!boxes.has(element)) boxes.set(element, element.getBoundingClientRect());
    return boxes.get(element);
  };
  const styles = new Map();
  const style = (element) => {
    if (!styles.has(element)) styles.set(element, getComputedStyle(element));
    return styles.get(element);
  };
  const name = (element) => {
    const own = element.id ? `#${element.id}` : element.classList.length ? `.${[...element.classList].join(".")}` : "";
    return `${element.localName}${own}`;
  };
  const scrolls = (element) => ["auto", "scroll"].includes(style(element).overflowX);
  const isUnseen = (element) => Boolean(element.closest(".unseen, .skip"));
  const isInline = (element) => ["inline", "contents"].includes(style(element).display);

  /** The first frame around an element over whose sides something of it stands. */
  const crossed = (from, { left, right }) => {
    for (let frame = from; frame && frame !== document.documentElement; frame = frame.parentElement) {
      if (isInline(frame) || (frame.ownerSVGElement && frame.localName !== "svg")) continue;
      if (scrolls(frame)) return null;
      const { left: from, right: to } = box(frame);
      if (left < from - SLACK || right > to + SLACK) return frame;
    }
    return null;
  };

  const over = [];
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const range = document.createRange();
  while (texts.nextNode()) {
    const text = texts.currentNode;
    if (!text.data.trim() || isUnseen(text.parentElement)) continue;
    range.selectNodeContents(text);
    for (const rectangle of range.getClientRects()) {
      if (!rectangle.width) continue;
      const frame = crossed(text.parentElement, rectangle);
      if (frame) over.push(`${text.data.trim().slice(0, 40)} in ${name(text.parentElement)} over ${name(frame)}`);
    }
  }
  for (const element of document.querySelectorAll("img, svg, input, button, table, article, figure, section, ul, ol")) {
    if (!box(element).width || isUnseen(element)) continue;
    const frame = crossed(element.parentElement, box(element));
    if (frame) over.push(`${name(element)} over ${name(frame)}`);
  }

  // WCAG 2.5.8: 24 px, or nothing else to tap within a circle of 24 px around its middle.
  const LEAST = 24;
  const targets = [...document.querySelectorAll("a[href], button, summary, input")]
    .flatMap((element) => [...element.getClientRects()].filter(({ width }) => width).map((rectangle) => ({ element, rectangle })))
    .filter(({ element }) => !isUnseen(element));
  const isSmall = ({ rectangle: { width, height } }) => width < LEAST - 0.1 || height < LEAST - 0.1;
  const middle = ({ left, top, width, height }) => [left + width / 2, top + height / 2];
  const away = ([x, y], { left, right, top, bottom }) => Math.hypot(Math.max(left - x, 0, x - right), Math.max(top - y, 0, y - bottom));
  const small = [];
  for (const one of targets.filter(isSmall)) {
    for (const other of targets) {
      if (other.element === one.element) continue;
      const [x, y] = middle(one.rectangle);
      const [u, v] = middle(other.rectangle);
      const isNear = isSmall(other) ? Math.hypot(x - u, y - v) < LEAST - 0.1 : away([x, y], other.rectangle) < LEAST / 2 - 0.1;
      if (!isNear) continue;
      small.push(`${name(one.element)} ${one.element.textContent.trim().slice(0, 30)}: ${one.rectangle.width.toFixed(1)} x ${one.rectangle.height.toFixed(1)}, beside ${other.element.textContent.trim().slice(0, 30)} in ${name(one.element.parentElement)}`);
      break;
    }
  }

  const drawn = [...document.querySelectorAll("svg text")].filter((text) => text.textContent.trim() && text.getClientRects().length);
  const sizes = drawn.map((text) => parseFloat(style(text).fontSize) * Math.hypot(text.getScreenCTM().a, text.getScreenCTM().b));
  const pictures = [...document.images].map((image) => ({ file: image.getAttribute("src"), scale: box(image).width / image.naturalWidth }));
  return {
    sideways: document.documentElement.scrollWidth - document.documentElement.clientWidth,
    over,
    small,
    smallest: sizes.length ? Math.min(...sizes) : null,
    pictures,
    tall: document.documentElement.scrollHeight,
  };
};
