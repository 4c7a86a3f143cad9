// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.consolidation.application;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.plateaubench.http.HttpConnection;
import org.plateaubench.http.HttpFailure;
import org.plateaubench.http.HttpOrigin;
import org.plateaubench.http.HttpRequest;
import org.plateaubench.http.HttpResponse;
import org.plateaubench.http.HttpSettings;
import org.plateaubench.http.RequestBody;
import org.plateaubench.http.connect.HttpConnections;
import org.plateaubench.plugin.consolidation.application.AppServer.State;
import org.plateaubench.spi.SutException;
import tools.jackson.core.JacksonException;

/** The harness's connection to an application. Used by one thread. */
final class AppClient implements AutoCloseable {
    private static final int OK = 200;
    private static final Duration PATIENCE = Duration.ofMinutes(2);

    private final HttpConnection connection;

    AppClient(String url) {
        connection = new HttpConnections(HttpSettings.usual().withTimeouts(PATIENCE, PATIENCE, PATIENCE))
                .connection(HttpOrigin.parse(url));
    }

    State state() throws SutException {
        return exchange("state", Map.of(), State.class);
    }

    /** Stores the marker of the data; an empty one removes it. */
    void mark(Map<String, String> marker) throws SutException {
        exchange("mark", marker, Map.class);
    }

    /** Loads the data of a marker; an empty one removes the data. */
    void load(Map<String, String> wanted) throws SutException {
        exchange("load", wanted, Map.class);
    }

    long held(Set<Long> identities) throws SutException {
        return exchange("held", identities, Long.class);
    }

    private <T> T exchange(String path, Object message, Class<T> type) throws SutException {
        HttpRequest request = new HttpRequest()
                .start("POST", AppServer.HARNESS + path)
                .body(RequestBody.of(App.JSON.writeValueAsBytes(message), "application/json"));
        String server = "The server at " + connection.origin();
        try {
            HttpResponse response = connection.exchange(request);
            if (response.status() != OK) {
                String text = response.bodyText(StandardCharsets.UTF_8);
                throw new SutException(server + " answers " + response.status() + " to the harness: "
                        + text.lines().findFirst().orElse("") + ".");
            }
            @Nullable
            T value = App.JSON.readValue(response.bodyArray(), response.bodyOffset(), response.bodyLength(), type);
            if (value == null) {
                throw new SutException(server + " is another program: it answers null.");
            }
            return value;
        } catch (HttpFailure e) {
            throw new SutException(server + " does not answer: " + e.getMessage() + ".", e);
        } catch (JacksonException e) {
            throw new SutException(
                    server + " is another program: its answer to the harness lacks fields, or is not JSON.", e);
        }
    }

    @Override
    public void close() {
        connection.close();
    }
}
