// Its first frame is there.
requestAnimationFrame(() =>
  requestAnimationFrame(() => {
    performance.mark('ready');
    document.body.dataset.ready = '';
  }),
);
