// A plain relay: rooms, and what one member sends is sent to all. No rules, no store, no views.
// node relay.mjs PORT EVENT_BYTES
import { WebSocketServer } from "ws";

const port = Number(process.argv[2] ?? 8081);
const eventBytes = Number(process.argv[3] ?? 1000);
const rooms = new Map(); // name -> members

const server = new WebSocketServer({ port, host: "127.0.0.1", maxPayload: 4096, perMessageDeflate: false });
server.on("listening", () => console.log(`relay on port ${server.address().port}`));
server.on("connection", (socket) => {
  let members = null;
  socket.on("message", (data) => {
    let message;
    try {
      message = JSON.parse(data.toString());
    } catch {
      return socket.close(1008);
    }
    if (message.do === "join" && !members) {
      if (!rooms.has(message.room)) rooms.set(message.room, []);
      members = rooms.get(message.room);
      members.push(socket);
      return socket.send('{"type":"joined"}');
    }
    if (message.do !== "move" || !members) return socket.close(1008);
    // As long as a real event is, so that as many bytes go out.
    const event = { type: "events", id: message.id, move: message.move, pad: "" };
    event.pad = "x".repeat(Math.max(0, eventBytes - JSON.stringify(event).length));
    const text = JSON.stringify(event);
    for (const member of members) member.send(text);
  });
  socket.on("close", () => members?.splice(members.indexOf(socket), 1));
});
