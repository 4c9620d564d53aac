// As much of a browser as store.js needs: what tabs share, and tabs.

// A Store is a localStorage or a sessionStorage that has room for some characters.
export class Store {
  #room = Infinity;

  constructor(room) {
    this.limit(room);
  }

  // limit changes how much there is room for.
  limit(room = Infinity) {
    this.#room = room;
  }

  getItem(key) {
    return Object.hasOwn(this, key) ? this[key] : null;
  }

  setItem(key, value) {
    const others = Object.entries(this).filter(([name]) => name !== key);
    if ([...others, [key, value]].flat().join("").length > this.#room) throw new Error("QuotaExceededError");
    this[key] = value;
  }

  removeItem(key) {
    delete this[key];
  }
}

let tabs = 0;

export class Browser {
  constructor(room) {
    this.local = new Store(room);
    this.locks = new Map(); // the tabs that have them
    this.hasLocks = true;
    this.refused = false; // whoever asks for a lock
    this.blocked = false; // whoever looks at a storage is thrown out
  }

  // open returns a new tab. One that is a copy of another has what that keeps in its session.
  async open(copied) {
    const tab = new Tab(this);
    Object.assign(tab.session, copied?.session);
    await tab.load();
    return tab;
  }

  request(tab, name, { ifAvailable }, use) {
    if (this.refused) return Promise.reject(new Error("InvalidStateError"));
    if (this.locks.has(name)) return ifAvailable ? Promise.resolve(use(null)) : new Promise(() => {}); // nobody here waits for a lock
    this.locks.set(name, tab);
    return Promise.resolve(use({ name })).finally(() => this.locks.delete(name));
  }
}

class Tab {
  constructor(browser) {
    this.browser = browser;
    this.session = new Store();
  }

  // load loads the page, or loads it again.
  async load() {
    this.leave?.();
    for (const [name, holder] of this.browser.locks) if (holder === this) this.browser.locks.delete(name);
    this.show();
    this.store = await import(`../../../protocol/web/page/store.js?${++tabs}`);
  }

  // show makes the globals those of this tab.
  show() {
    const { browser, session } = this;
    const storage = (kept) => ({ configurable: true, get: () => {
      if (browser.blocked) throw new Error("SecurityError");
      return kept;
    } });
    Object.defineProperties(globalThis, {
      window: { configurable: true, value: globalThis },
      localStorage: storage(browser.local),
      sessionStorage: storage(session),
      navigator: { configurable: true, value: browser.hasLocks ? { locks: { request: (...asked) => browser.request(this, ...asked) } } : {} },
      addEventListener: { configurable: true, value: (type, act) => (type === "storage" ? (this.heard = act) : (this.leave = act)) },
    });
  }

  // hear has the tab hear that another one has changed what is kept under a key.
  hear(key) {
    this.show();
    this.heard?.({ key });
  }

  // do calls a function of store.js in this tab.
  do(name, ...args) {
    this.show();
    return this.store[name](...args);
  }
}
