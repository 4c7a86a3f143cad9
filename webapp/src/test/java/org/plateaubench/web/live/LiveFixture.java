// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.web.live;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.plateaubench.web.TestConsole;
import org.plateaubench.web.http.Caller;
import org.plateaubench.web.http.Role;
import org.plateaubench.web.http.RouteTable;
import org.plateaubench.web.http.RunFolders;
import org.plateaubench.web.http.WebServer;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The live package behind a real server, on a folder of runs. */
final class LiveFixture implements AutoCloseable {
    final Live live;
    final RouteTable table = new RouteTable();
    private final WebServer server;
    private final HttpClient http =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

    LiveFixture(Path runs) throws IOException {
        live = new Live(new RunFolders(runs), InstantSource.system());
        live.queueChanged(3);
        live.addTo(table);
        server = WebServer.start(
                new WebServer.Address("127.0.0.1", 0, List.of(), Optional.empty()),
                table,
                (context, route) -> new Caller("vera", Role.VIEWER),
                entry -> {},
                config -> {},
                WebServer.Limits.DEFAULT);
    }

    URI address() {
        return server.address();
    }

    TestConsole.Client client() {
        return new TestConsole.Client(address());
    }

    TestConsole.Answer get(String path, String accept) throws IOException, InterruptedException {
        return client().send(client().request(path).header("Accept", accept));
    }

    Stream stream(String path) throws IOException, InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(address().resolve(path))
                .header("Accept", "text/event-stream")
                .build();
        HttpResponse<InputStream> answer = http.send(request, HttpResponse.BodyHandlers.ofInputStream());
        if (answer.statusCode() != 200) {
            throw new AssertionError(path + ": " + answer.statusCode());
        }
        return new Stream(answer.body());
    }

    /** A received event. */
    record Event(String name, JsonNode data) {}

    /** A stream of events, read one by one. Not thread-safe. */
    static final class Stream implements AutoCloseable {
        private final InputStream body;
        private final BufferedReader lines;

        Stream(InputStream body) {
            this.body = body;
            lines = new BufferedReader(new InputStreamReader(body, StandardCharsets.UTF_8));
        }

        /** The next event; null at the end of the stream. */
        @Nullable
        Event next() throws IOException {
            String name = "";
            String data = null;
            String line;
            while ((line = lines.readLine()) != null) {
                if (line.startsWith("event: ")) {
                    name = line.substring(7);
                } else if (line.startsWith("data: ")) {
                    data = line.substring(6);
                } else if (line.isEmpty() && data != null) {
                    return new Event(name, JsonMapper.shared().readTree(data));
                }
            }
            return null;
        }

        /** The remaining events of the stream. */
        List<Event> rest() throws IOException {
            List<Event> all = new ArrayList<>();
            for (Event event = next(); event != null; event = next()) {
                all.add(event);
            }
            return all;
        }

        @Override
        public void close() throws IOException {
            body.close();
        }
    }

    @Override
    public void close() {
        live.close();
        http.shutdownNow();
        server.close();
    }
}
