/** Run in a page: names what has no room, what is cut off and what lies outside. */
() => {
    const shown = (selector) => [...document.querySelectorAll(selector)].filter((element) => element.checkVisibility());
    const name = (element) => `${element.id || element.className || element.tagName}: ${element.textContent.trim()}`;
    const isHidden = (element) => element.closest(".hidden") !== null;
    const isCut = (element) => {
        const isBox = getComputedStyle(element).display !== "inline";
        return isBox && element.scrollWidth > element.clientWidth + 1;
    };
    const isOutside = (element) => {
        const { left, right, width } = element.getBoundingClientRect();
        return width > 0 && (left < -1 || right > innerWidth + 1);
    };
    const wide = document.documentElement.scrollWidth - innerWidth;
    const texts = shown("button, a.button, .segments label, legend, h1, h2").filter((element) => !isHidden(element));
    return [
        ...(wide > 0 ? [`the page is ${wide} px too wide`] : []),
        ...texts.filter(isCut).map((element) => `cut ${name(element)}`),
        ...texts.filter(isOutside).map((element) => `outside ${name(element)}`),
    ];
}
