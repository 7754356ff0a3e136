// What is wrong with the page as it lies on this screen, found by measuring: one line for each finding.
// Whoever looks does not scroll what cannot be scrolled, reads what is written, and touches with a finger.
(whole) => {
  const TOUCH = 24;
  const HURRY = 44;
  const SLACK = 2;
  /** How much of a name is left at least where it is cut, in letters. */
  const LETTERS = 5;
  const INTERACTIVE = "a[href], button, input, select, textarea, summary, label:has(input), [role=button], [data-move], [data-place]";
  const PIECES = "[data-part], [data-card], [data-cup], [data-token], [data-hurry]";
  const SCROLLS = /auto|scroll/;

  /** How often each kind of thing was found in each kind of place, with the first of it. */
  const findings = new Map();
  const styles = new Map();
  const style = (element) => {
    let known = styles.get(element);
    if (!known) styles.set(element, (known = getComputedStyle(element)));
    return known;
  };

  function label(element) {
    const { testid, part, card, cup, move, place } = element.dataset;
    const named = testid ?? part ?? card ?? cup ?? move ?? place;
    const sort = [...element.classList].filter((name) => !name.startsWith("svelte-")).slice(0, 2);
    const words = (element.textContent ?? "").trim().replace(/\s+/g, " ").slice(0, 30);
    const called = named ? `[${named}]` : sort.map((name) => `.${name}`).join("");
    return `${element.localName}${called} "${words}"`;
  }
  function whereabouts(element) {
    const around = element.parentElement?.closest("[data-testid], [data-part], section, aside, dialog");
    return around ? `${label(element)} in ${label(around).split(" ")[0]}` : label(element);
  }
  function report(what, element, more = "") {
    const around = element.parentElement?.closest("[data-testid], [data-part], section, aside, dialog");
    const kind = [what, element.localName, around?.dataset.testid ?? around?.dataset.part, texty(what) && label(element)].join();
    const found = findings.get(kind) ?? { first: `${what}: ${whereabouts(element)}${more && ` ${more}`}`, times: 0 };
    findings.set(kind, { ...found, times: found.times + 1 });
  }
  const texty = (what) => what.startsWith("text") || what.startsWith("page");

  const dialogs = [...document.querySelectorAll("dialog[open]")];
  const root = dialogs.at(-1) ?? document.body;

  /** Not for eyes: hidden, folded away, or for screen readers alone. */
  function unseen(element) {
    if (!element.checkVisibility({ visibilityProperty: true, contentVisibilityAuto: true })) return true;
    for (let at = element; at && at !== root.parentElement; at = at.parentElement) {
      const { clipPath, clip, position, opacity } = style(at);
      if (opacity === "0") return true;
      if (at.classList.contains("out-of-sight") || (position === "absolute" && clip !== "auto")) return true;
      if (clipPath === "inset(50%)" || at.inert) return true;
    }
    return false;
  }

  const box = ({ left, top, right, bottom }) => ({ left, top, right, bottom });
  const meet = (a, b) => ({
    left: Math.max(a.left, b.left),
    top: Math.max(a.top, b.top),
    right: Math.min(a.right, b.right),
    bottom: Math.min(a.bottom, b.bottom),
  });
  const wide = ({ left, right }) => right - left;
  const high = ({ top, bottom }) => bottom - top;

  /** What is left of a box within everything that cuts it off for good; what can be scrolled to is not cut. */
  function shown(element, rect) {
    let left = box(rect);
    let fixed = style(element).position === "fixed";
    let absolute = style(element).position === "absolute";
    for (let at = element.parentElement; at && !fixed; at = at.parentElement) {
      const look = style(at);
      if (absolute && look.position === "static" && look.transform === "none") continue;
      absolute = look.position === "absolute";
      fixed = look.position === "fixed";
      if (at === document.documentElement || at === document.body) continue;
      const { left: x, top: y, right, bottom } = at.getBoundingClientRect();
      const sideways = SCROLLS.test(look.overflowX) && at.scrollWidth > at.clientWidth + 1;
      const down = SCROLLS.test(look.overflowY) && at.scrollHeight > at.clientHeight + 1;
      // What scrolls may be anywhere in it; from there on its own place counts.
      if (sideways || down) {
        const inside = at.getBoundingClientRect();
        left = {
          left: sideways ? inside.left : left.left,
          right: sideways ? inside.right : left.right,
          top: down ? inside.top : left.top,
          bottom: down ? inside.bottom : left.bottom,
        };
        continue;
      }
      if (look.overflowX !== "visible") left = meet(left, { left: x, right, top: -Infinity, bottom: Infinity });
      if (look.overflowY !== "visible") left = meet(left, { left: -Infinity, right: Infinity, top: y, bottom });
    }
    const page = document.documentElement;
    const deep = whole || fixed || dialogs.length ? innerHeight : Math.max(innerHeight, page.scrollHeight - scrollY);
    const above = whole || fixed || dialogs.length ? 0 : -scrollY;
    return meet(left, { left: 0, top: above, right: innerWidth, bottom: deep });
  }

  /** What one sees of a box as everything is scrolled now. */
  function visible(element, rect) {
    let left = meet(rect, { left: 0, top: 0, right: innerWidth, bottom: innerHeight });
    for (let at = element; at && at !== document.body; at = at.parentElement) {
      const { overflowX, overflowY } = style(at);
      if (overflowX === "visible" && overflowY === "visible") continue;
      left = meet(left, at.getBoundingClientRect());
    }
    return left;
  }

  // The page itself.
  const page = document.documentElement;
  if (page.scrollWidth > innerWidth + 1) report("page wider than the screen", page, `${page.scrollWidth}`);
  if (whole && page.scrollHeight > innerHeight + 1)
    report("page higher than the screen", page, `${page.scrollHeight}`);

  // What is written.
  const texts = [];
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  const range = document.createRange();
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const element = node.parentElement;
    if (!node.data.trim() || !element || /^(style|script|option|title|desc|noscript|textarea)$/.test(element.localName)) continue;
    if (unseen(element)) continue;
    const drawing = element.closest("svg");
    range.selectNodeContents(node);
    const size = parseFloat(style(element).fontSize);
    const ellipsis = cut(element);
    for (const rect of range.getClientRects()) {
      if (rect.width < 1) continue;
      // Letters fill no more than the middle of their line.
      const trim = Math.max(0, (rect.height - size) / 2) + size * 0.15;
      const letters = { ...box(rect), top: rect.top + trim, bottom: rect.bottom - trim };
      const seen = shown(element, letters);
      const lost = wide(letters) - wide(seen) > SLACK || high(letters) - high(seen) > SLACK;
      if (lost && !ellipsis && !drawing && !element.closest("[data-cuts]")) {
        report("text is cut", element);
        break;
      }
      const now = visible(element, letters);
      if (wide(now) > 1 && high(now) > 1) texts.push({ element, drawing, rect: now });
    }
  }

  /** Whether a text ends in three dots; that is wrong unless its whole is told elsewhere and enough of it is left. */
  function cut(element) {
    for (let at = element; at && at !== root; at = at.parentElement) {
      const look = style(at);
      const clamped = look.webkitLineClamp !== "none";
      if (look.textOverflow !== "ellipsis" && !clamped) {
        if (!/inline/.test(look.display)) return false;
        continue;
      }
      const over = clamped ? at.scrollHeight > at.clientHeight + SLACK : at.scrollWidth > at.clientWidth + 1;
      if (!over) return clamped;
      const told = at.closest("[title], [aria-label]");
      if (!told) report("text ends in dots", at);
      else if (!clamped && at.clientWidth < LETTERS * 0.55 * parseFloat(look.fontSize)) report("too little of a text is left", at, `${at.clientWidth} px`);
      return true;
    }
    return false;
  }

  const related = (a, b) => a.contains(b) || b.contains(a);
  const alike = (a, b) =>
    a.localName === b.localName && a.dataset.testid === b.dataset.testid && a.className?.toString() === b.className?.toString();

  /** What lies on an element at a point: nothing, if it is what one sees there. */
  function over(element, x, y) {
    if (x < 0 || y < 0 || x >= innerWidth || y >= innerHeight) return null;
    const top = document.elementFromPoint(x, y);
    if (!top || related(top, element)) return null;
    return top;
  }
  /** Whether something of the same kind lies there: a card on a card. */
  function kin(element, top) {
    for (let at = element; at && at !== root; at = at.parentElement)
      for (let other = top; other && other !== root; other = other.parentElement)
        if (at.parentElement === other.parentElement && at !== other) return alike(at, other);
    return false;
  }

  texts.sort((a, b) => a.rect.top - b.rect.top);
  for (const [index, one] of texts.entries()) {
    for (let next = index + 1; next < texts.length; next++) {
      const other = texts[next];
      if (other.rect.top > one.rect.bottom) break;
      if (related(one.element, other.element) || (one.drawing && one.drawing === other.drawing)) continue;
      const both = meet(one.rect, other.rect);
      if (wide(both) <= SLACK || high(both) <= SLACK) continue;
      // Where one of them is under something, only the other is read.
      const x = (both.left + both.right) / 2;
      const y = (both.top + both.bottom) / 2;
      const under = document.elementsFromPoint(x, y);
      const hidden = [one, other].some(({ element }) => {
        const depth = under.findIndex((at) => at === element || element.contains(at) || at.contains(element));
        return under.slice(0, Math.max(0, depth)).some((at) => !related(at, element) && opaque(at));
      });
      if (!hidden && !scrolledAway(one.element) && !scrolledAway(other.element))
        report("text over text", one.element, `and ${whereabouts(other.element)}`);
    }
  }
  function opaque(element) {
    const { backgroundColor, backgroundImage } = style(element);
    return backgroundImage !== "none" || !/^(transparent|rgba\(.*, 0\))$/.test(backgroundColor) || element.closest("svg") !== null;
  }
  function scrolledAway(element) {
    const left = visible(element, element.getBoundingClientRect());
    return wide(left) <= 0 || high(left) <= 0;
  }
  for (const { element, rect } of texts) {
    if (scrolledAway(element) || style(element).pointerEvents === "none") continue;
    const top = over(element, (rect.left + rect.right) / 2, (rect.top + rect.bottom) / 2);
    if (top && opaque(top) && !kin(element, top) && !sticky(top)) report("text under something", element, `under ${whereabouts(top)}`);
  }
  /** What stays while the page goes by under it. */
  function sticky(element) {
    if (whole) return false;
    for (let at = element; at; at = at.parentElement) if (/sticky|fixed/.test(style(at).position)) return true;
    return false;
  }

  // What is touched.
  const targets = [...root.querySelectorAll(INTERACTIVE)].filter(
    (element) => !unseen(element) && style(element).pointerEvents !== "none" && element.type !== "hidden" && !element.closest("[data-magnified]"),
  );
  const rects = new Map(targets.map((element) => [element, hit(element)]));
  function hit(element) {
    const rect = box(element.getBoundingClientRect());
    const name = element.labels?.[0];
    if (!name) return rect;
    const more = name.getBoundingClientRect();
    return {
      left: Math.min(rect.left, more.left),
      top: Math.min(rect.top, more.top),
      right: Math.max(rect.right, more.right),
      bottom: Math.max(rect.bottom, more.bottom),
    };
  }
  /** A link among words is as high as they are. */
  function inline(element) {
    if (element.localName !== "a" || style(element).display !== "inline") return false;
    const words = (element.parentElement?.textContent ?? "").trim().length;
    return words > (element.textContent ?? "").trim().length || element.closest("p, li, td, dd, [role=log]") !== null;
  }
  /** Small things may stand far apart: no finger touches two of them. */
  function alone(element, least) {
    const { left, top, right, bottom } = rects.get(element);
    const [x, y] = [(left + right) / 2, (top + bottom) / 2];
    return targets.every((other) => {
      if (other === element || related(other, element)) return true;
      const rect = rects.get(other);
      const [dx, dy] = [Math.max(rect.left - x, 0, x - rect.right), Math.max(rect.top - y, 0, y - rect.bottom)];
      return Math.hypot(dx, dy) >= least / 2;
    });
  }
  for (const element of targets) {
    if (inline(element)) continue;
    const least = element.closest("[data-hurry]") ? HURRY : TOUCH;
    const rect = rects.get(element);
    const drawn = element instanceof SVGElement;
    const small = Math.min(wide(rect), high(rect)) < least - 0.5;
    if (small && !(least === TOUCH && drawn && alone(element, TOUCH)))
      report(`smaller than ${least} px`, element, `${Math.round(wide(rect))}×${Math.round(high(rect))}`);
    const seen = shown(element, rect);
    if (wide(rect) - wide(seen) > SLACK || high(rect) - high(seen) > SLACK) {
      report("target is cut", element, `${Math.round(wide(seen))}×${Math.round(high(seen))} of ${Math.round(wide(rect))}×${Math.round(high(rect))}`);
      continue;
    }
    const now = visible(element, rect);
    const away = wide(rect) - wide(now) > SLACK || high(rect) - high(now) > SLACK;
    if (!away) touchable(element, rect, least, drawn);
    else if (whole && element.closest("main")) report("has to be scrolled to", element);
  }
  /** Enough of it must be on top for a finger, and nothing of another kind on it. */
  function touchable(element, rect, least, drawn) {
    const near = drawn ? 0.3 : 0.12;
    const points = [[0.5, 0.5], [near, near], [1 - near, near], [near, 1 - near], [1 - near, 1 - near]];
    let under = false;
    for (const [across, down] of points) {
      const top = over(element, rect.left + across * wide(rect), rect.top + down * high(rect));
      if (!top || [...(element.labels ?? [])].some((name) => related(name, top))) continue;
      if (!kin(element, top)) {
        if (!sticky(top) && !(drawn && across !== 0.5)) report("target under something", element, `under ${whereabouts(top)}`);
        return;
      }
      under = true;
    }
    if (!under) return;
    const STEP = 4;
    const left = { left: Infinity, top: Infinity, right: -Infinity, bottom: -Infinity };
    for (let y = rect.top + STEP / 2; y < rect.bottom; y += STEP)
      for (let x = rect.left + STEP / 2; x < rect.right; x += STEP) {
        const top = document.elementFromPoint(x, y);
        if (!top || !element.contains(top)) continue;
        left.left = Math.min(left.left, x - STEP / 2);
        left.right = Math.max(left.right, x + STEP / 2);
        left.top = Math.min(left.top, y - STEP / 2);
        left.bottom = Math.max(left.bottom, y + STEP / 2);
      }
    if (Math.min(wide(left), high(left)) < least - STEP)
      report(`less than ${least} px of it can be touched`, element, `${Math.round(wide(left))}×${Math.round(high(left))}`);
  }

  // What lies on the table, whether it can be touched just now or not.
  for (const element of root.querySelectorAll(PIECES)) {
    if (unseen(element)) continue;
    const rect = element.getBoundingClientRect();
    if (!rect.width && !rect.height) continue;
    if (element.dataset.hurry !== undefined && Math.min(rect.width, rect.height) < HURRY - 0.5)
      report(`smaller than ${HURRY} px`, element, `${Math.round(rect.width)}×${Math.round(rect.height)}`);
    const seen = shown(element, rect);
    if (element.dataset.part === undefined && (wide(rect) - wide(seen) > SLACK || high(rect) - high(seen) > SLACK))
      report("piece is cut", element, `${Math.round(wide(seen))}×${Math.round(high(seen))} of ${Math.round(wide(rect))}×${Math.round(high(rect))}`);
    if (element.dataset.part !== undefined || scrolledAway(element)) continue;
    const top = over(element, (rect.left + rect.right) / 2, (rect.top + rect.bottom) / 2);
    // A pile is a piece on a piece.
    const piled = top?.closest(PIECES)?.parentElement === element.parentElement;
    if (top && !piled && opaque(top) && !kin(element, top) && style(element).pointerEvents !== "none")
      report("piece under something", element, `under ${whereabouts(top)}`);
  }
  return [...findings.values()].map(({ first, times }) => (times > 1 ? `${first} (${times} of them)` : first));
}
