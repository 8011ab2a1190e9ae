using Workerd = import "/workerd/workerd.capnp";

const config :Workerd.Config = (
  services = [ (name = "main", worker = .worker) ],
  sockets = [ (name = "http", address = "127.0.0.1:8080", http = (), service = "main") ],
);

# esbuild leaves the import of the module as it is; here the runtime learns what to give for it.
const worker :Workerd.Worker = (
  modules = [
    (name = "worker.js", esModule = embed "../dist/workerd/worker.js"),
    (name = "./tcb.wasm", wasm = embed "../dist/workerd/tcb.wasm"),
  ],
  compatibilityDate = "2026-01-01",
);
