// Search runs in a worker, which browsers refuse to pages opened as files; there, a hidden frame does its work.
if (location.protocol === "file:") {
  window.Worker = class extends EventTarget {
    constructor(url) {
      super();
      this.frame = document.createElement("iframe");
      this.frame.hidden = true;
      document.body.append(this.frame);
      const inside = this.frame.contentWindow;
      this.ready = new Promise((resolve) => this.frame.addEventListener("load", resolve));
      addEventListener("message", (event) => {
        if (event.source !== inside) return;
        const message = new MessageEvent("message", { data: event.data });
        this.dispatchEvent(message);
        this.onmessage?.(message);
      });
      inside.document.open();
      inside.document.write(
        `<script>postMessage = (data) => parent.postMessage(data, "*");</script><script src="${new URL(url, location.href)}"></script>`,
      );
      inside.document.close();
    }

    postMessage(data) {
      void this.ready.then(() => this.frame.contentWindow.dispatchEvent(new MessageEvent("message", { data, source: window })));
    }

    terminate() {
      this.frame.remove();
    }
  };
}
