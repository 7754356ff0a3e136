// How one likes to see pages, from where prefs.svelte.ts keeps it: this runs before anything is seen, and again whenever it changes.
// What nobody has chosen is as the device has it.

globalThis.applyLook = (look) => {
  const { dataset } = document.documentElement;
  const set = (name, value) => {
    if (value) dataset[name] = value;
    else delete dataset[name];
  };
  set("theme", look.theme === "auto" ? "" : look.theme);
  set("contrast", (look.contrast ?? matchMedia("(prefers-contrast: more)").matches) && "more");
  set("motion", (look.calm ?? matchMedia("(prefers-reduced-motion: reduce)").matches) && "less");
  set("size", look.size === "normal" ? "" : look.size);
  set("face", look.face === "usual" ? "" : look.face);
};

{
  const recall = (name, otherwise) => {
    try {
      return JSON.parse(localStorage.getItem(`muscade:${name}`)) ?? otherwise;
    } catch {
      return otherwise;
    }
  };
  globalThis.applyLook({
    theme: recall("theme", "auto"),
    contrast: recall("contrast", null),
    calm: recall("calm", null),
    size: recall("size", "normal"),
    face: recall("face", "usual"),
  });
}
