// The page around the terminal: where its socket is, who has the keyboard, what comes after the end.
"use strict";

const terminal = document.getElementById("terminal");
const again = document.getElementById("again");

const socket = new URL("ws", document.baseURI);
socket.protocol = socket.protocol === "https:" ? "wss:" : "ws:";
terminal.dataset.sessionWebsocketUrl = socket.href;

const size = Number(new URLSearchParams(location.search).get("fontsize"));
if (size >= 6 && size <= 60) {
  terminal.dataset.fontSize = String(size);
}

// Calls *then* once, as soon as *element* has the class *name*.
function once(element, name, then) {
  new MutationObserver((_, observer) => {
    if (element.classList.contains(name)) {
      observer.disconnect();
      then();
    }
  }).observe(element, { attributeFilter: ["class"] });
}

// The keyboard belongs to the game without a click, as soon as there is somebody to tell so.
once(terminal, "-connected", () => {
  const keys = terminal.querySelector(".xterm-helper-textarea");
  keys.setAttribute("aria-label", "Basra");
  keys.focus();
});

once(document.body, "-closed", () => {
  if (!document.body.classList.contains("-first-byte")) {
    document.getElementById("gone-text").textContent = "The table could not be reached.";
    again.textContent = "Try again";
  }
  again.focus();
});

again.addEventListener("click", () => location.reload());

// A file that the game hands over needs no window of its own, and lies beside this page.
const openWindow = window.open;
window.open = (url, ...rest) => {
  const key = /^https?:\/\/[^/]+\/download\/([0-9a-f]+)$/.exec(String(url));
  if (!key) {
    return openWindow.call(window, url, ...rest);
  }
  const link = document.createElement("a");
  link.href = new URL(`download/${key[1]}`, document.baseURI).href;
  link.download = "";
  link.click();
  return null;
};
