/** Runs in the page that is measured. Times are milliseconds of its own clock. */
(() => {
  /** After the frame that is drawn next: its callback runs before it is painted, the message comes after. */
  const painted = () =>
    new Promise((resolve) =>
      requestAnimationFrame(() => {
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = () => resolve(performance.now());
        port2.postMessage(null);
      }),
    );
  const until = (condition, target = document.body) =>
    new Promise((resolve) => {
      if (condition()) return resolve();
      const observer = new MutationObserver(() => {
        if (!condition()) return;
        observer.disconnect();
        resolve();
      });
      observer.observe(target, { subtree: true, childList: true, characterData: true, attributes: true });
    });

  /** Scrolls by so many pixels in each frame; gives how long each frame took. A step of 0 only watches. */
  const frames = (element, count, step) =>
    new Promise((resolve) => {
      const times = [];
      let before;
      let direction = -Math.sign(step);
      const next = (now) => {
        if (before !== undefined) times.push(now - before);
        before = now;
        if (times.length === count) return resolve(times);
        if (step !== 0) {
          const { scrollTop, scrollHeight, clientHeight } = element;
          if (scrollTop <= 0) direction = 1;
          if (scrollTop + clientHeight >= scrollHeight - 1) direction = -1;
          // As a person does it: a list that keeps to its end takes nothing else for leave to go.
          element.dispatchEvent(new WheelEvent('wheel', { deltaY: direction * step }));
          element.scrollTop = scrollTop + direction * Math.abs(step);
        }
        requestAnimationFrame(next);
      };
      requestAnimationFrame(next);
    });

  /**
   * An empty list of the same rows in the same place: the nodes that are there, copied once, of which those that leave on one
   * side come back on the other. No framework, no data, no listeners but its own.
   */
  const bareList = (element, selector) => {
    const rows = [...element.querySelectorAll(selector)];
    const { height } = rows[0].getBoundingClientRect();
    const list = element.cloneNode(false);
    list.style.height = `${element.clientHeight}px`;
    const space = rows[0].parentElement.cloneNode(false);
    space.style.position = 'relative';
    space.style.height = `${element.scrollHeight}px`;
    const copies = rows.map((row) => row.cloneNode(true));
    for (const copy of copies) {
      copy.style.position = 'absolute';
      copy.style.top = '0';
      copy.style.width = '100%';
    }
    space.append(...copies);
    list.append(space);
    const place = () => {
      const first = Math.max(0, Math.floor(list.scrollTop / height) - 4);
      for (let index = first; index < first + copies.length; index += 1)
        copies[index % copies.length].style.transform = `translateY(${index * height}px)`;
    };
    list.addEventListener('scroll', place);
    const parent = element.parentElement;
    const shown = element.style.display;
    return {
      show() {
        element.style.display = 'none';
        parent.append(list);
        list.scrollTop = space.offsetHeight / 2;
        place();
        return list;
      },
      hide() {
        list.remove();
        element.style.display = shown;
      },
    };
  };

  const setText = (field, text) => {
    const prototype = field instanceof HTMLTextAreaElement ? HTMLTextAreaElement : HTMLInputElement;
    Object.getOwnPropertyDescriptor(prototype.prototype, 'value').set.call(field, text);
    field.dispatchEvent(new Event('input', { bubbles: true }));
  };

  window.bench = {
    async scroll({ list, rows, count, step, bare }) {
      const element = document.querySelector(list);
      if (!bare) {
        await painted();
        return frames(element, count, step);
      }
      const other = bareList(element, rows);
      try {
        const shown = other.show();
        await painted();
        return await frames(shown, count, step);
      } finally {
        const { scrollTop } = element;
        other.hide();
        element.scrollTop = scrollTop;
        await painted();
      }
    },
    toMiddle(list) {
      const element = document.querySelector(list);
      element.dispatchEvent(new WheelEvent('wheel', { deltaY: -1 }));
      element.scrollTop = element.scrollHeight / 2;
      return painted();
    },
    toEnd(list) {
      const element = document.querySelector(list);
      element.scrollTop = element.scrollHeight;
      return painted();
    },
    /** From a text in a field to another text in `result`, painted. */
    async filter({ field, result, text }) {
      const shown = document.querySelector(result);
      const before = shown?.textContent;
      const begin = performance.now();
      setText(document.querySelector(field), text);
      await until(() => document.querySelector(result)?.textContent !== before);
      return (await painted()) - begin;
    },
    /** Each key that comes from now on, until it is painted. */
    keys() {
      const times = [];
      const listen = (event) => {
        // The clock of the event is the page's own: it runs from when the system had it.
        const begin = event.timeStamp;
        void painted().then((end) => times.push(end - begin));
      };
      window.addEventListener('keydown', listen, true);
      return {
        times,
        stop: () => window.removeEventListener('keydown', listen, true),
      };
    },
    painted,
    until,
  };
})();
