// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.app.check.sample;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.io.PrintWriter;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardWatchEventKinds;
import java.nio.file.WatchService;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;

/** A server that stores numbers by key; each request and reply is a line. */
public final class KvServer implements AutoCloseable {
    private final ServerSocket listener;
    private final Map<String, AtomicLong> values = new ConcurrentHashMap<>();
    private final Set<Socket> clients = ConcurrentHashMap.newKeySet();

    /** A server on a port of loopback, 0 for a free one. */
    public KvServer(int port) throws IOException {
        listener = new ServerSocket(port, 50, InetAddress.getLoopbackAddress());
        Thread.ofPlatform().daemon().name("kv-server").start(this::accept);
    }

    /** Serves on a port until the process ends, and writes a file once it listens. */
    public static void main(String[] arguments) throws Exception {
        try (KvServer server = new KvServer(Integer.parseInt(arguments[0]))) {
            Files.writeString(Path.of(arguments[1]), Integer.toString(server.port()));
            if (arguments.length > 2) {
                awaitRemoval(Path.of(System.getProperty("java.class.path")));
            } else {
                System.in.transferTo(OutputStream.nullOutputStream());
            }
        }
    }

    /** The process of the flaw ORPHAN ends when the check removes its jar. */
    private static void awaitRemoval(Path jar) throws IOException, InterruptedException {
        try (WatchService watch = jar.getFileSystem().newWatchService()) {
            jar.getParent().register(watch, StandardWatchEventKinds.ENTRY_DELETE);
            while (Files.exists(jar)) {
                watch.take().reset();
            }
        }
    }

    /** The address on which the server listens. */
    public int port() {
        return listener.getLocalPort();
    }

    private void accept() {
        while (!listener.isClosed()) {
            try {
                Socket client = listener.accept();
                clients.add(client);
                Thread.ofPlatform().daemon().name("kv-client").start(() -> serve(client));
            } catch (IOException e) {
                // It was closed.
            }
        }
    }

    private void serve(Socket client) {
        try (client;
                BufferedReader in =
                        new BufferedReader(new InputStreamReader(client.getInputStream(), StandardCharsets.US_ASCII));
                PrintWriter out = new PrintWriter(client.getOutputStream(), false, StandardCharsets.US_ASCII)) {
            client.setTcpNoDelay(true);
            for (String line = in.readLine(); line != null; line = in.readLine()) {
                out.print(reply(line.split(" ", 2)) + "\n");
                out.flush();
            }
        } catch (IOException e) {
            // The client has closed the connection.
        }
        clients.remove(client);
    }

    private String reply(String[] request) {
        String key = request.length > 1 ? request[1] : "";
        return switch (request[0]) {
            case "ADD" ->
                Long.toString(
                        values.computeIfAbsent(key, name -> new AtomicLong()).incrementAndGet());
            case "GET" ->
                Long.toString(values.getOrDefault(key, new AtomicLong()).get());
            case "DELETE" -> values.remove(key) == null ? "0" : "1";
            case "CLEAR" -> {
                values.clear();
                yield "0";
            }
            default -> "unknown";
        };
    }

    @Override
    public void close() throws IOException {
        listener.close();
        for (Socket client : clients) {
            client.close();
        }
    }
}
