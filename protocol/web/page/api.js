// Questions to the server. They fail with an Error whose message is for people;
// offline is true if nobody answered.

export async function post(path, body, options = {}) {
  const answer = await send(path, body, options);
  return answer.json();
}

async function send(path, body, options) {
  let answer;
  try {
    answer = await fetch("/api/" + path, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify(body),
      ...options,
    });
  } catch (error) {
    if (error.name === "AbortError") throw error;
    throw offline();
  }
  if (answer.ok) return answer;
  let message = answer.statusText;
  try {
    message = (await answer.json()).error;
  } catch {
    // not an answer of Stupol
  }
  throw Object.assign(new Error(message), { status: answer.status });
}

function offline() {
  return Object.assign(new Error("Stupol does not answer. Is it still running?"), { offline: true });
}

export async function about() {
  const answer = await fetch("/api/about");
  if (!answer.ok) throw new Error((await answer.json()).error);
  return answer.json();
}

// stream asks for a search and calls on(event, data) with each event.
export async function stream(body, signal, on) {
  const answer = await send("search", body, { signal });
  const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader();
  let text = "";
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      text += value;
      const blocks = text.split("\n\n");
      text = blocks.pop();
      for (const block of blocks) dispatch(block, on);
    }
  } catch (error) {
    if (signal.aborted || error.name === "AbortError") throw new DOMException("stopped", "AbortError");
    throw error instanceof TypeError ? offline() : error;
  }
}

function dispatch(block, on) {
  let event = "";
  let data = "";
  for (const line of block.split("\n")) {
    if (line.startsWith("event: ")) event = line.slice(7);
    if (line.startsWith("data: ")) data = line.slice(6);
  }
  if (event) on(event, JSON.parse(data));
}
