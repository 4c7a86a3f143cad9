// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.proving;

import java.util.Arrays;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.plateaubench.api.Outcome;
import org.plateaubench.http.HttpConnection;
import org.plateaubench.http.HttpFailure;
import org.plateaubench.http.HttpRequest;
import org.plateaubench.http.HttpResponse;
import org.plateaubench.spi.Driver;
import org.plateaubench.spi.OperationCall;
import org.plateaubench.spi.UserContext;

/** Fetches one path after the other. */
final class FetchDriver implements Driver {
    /** Counter of response bytes, including headers. */
    static final String RECEIVED = "receivedBytes";

    static final String CONNECTIONS = "connections";

    private static final int OK = 200;
    private static final Outcome WRONG_LENGTH = Outcome.error("wrong-length", "the body has another length");
    private static final Outcome WRONG_BODY =
            Outcome.error("wrong-body", "the body differs from the first of its path");

    private final HttpConnection connection;
    private final FetchParameters parameters;
    private final FirstBodies firstBodies;
    private final UserContext.Counter receivedBytes;
    private final UserContext.Counter openedConnections;
    private final HttpRequest[] requests;
    private int next;
    private long countedConnections;

    FetchDriver(HttpConnection connection, FetchParameters parameters, FirstBodies firstBodies, UserContext user) {
        this.connection = connection;
        this.parameters = parameters;
        this.firstBodies = firstBodies;
        this.receivedBytes = user.counter(RECEIVED);
        this.openedConnections = user.counter(CONNECTIONS);
        boolean discarded = parameters.check() != FetchParameters.Check.BYTES;
        this.requests = parameters.paths().stream()
                .map(path -> new HttpRequest().start("GET", path).discardBody(discarded))
                .toArray(HttpRequest[]::new);
        this.next = user.user() % requests.length;
    }

    @Override
    public void connect() throws HttpFailure {
        connection.connect();
    }

    @Override
    public Outcome execute(OperationCall call) {
        int path = next;
        next = path + 1 == requests.length ? 0 : path + 1;
        try {
            HttpResponse response = connection.exchange(requests[path]);
            receivedBytes.add(response.receivedBytes());
            return judge(path, response);
        } catch (HttpFailure e) {
            return e.outcome();
        } finally {
            long connects = connection.connects();
            if (connects != countedConnections) {
                openedConnections.add(connects - countedConnections);
                countedConnections = connects;
            }
        }
    }

    private Outcome judge(int path, HttpResponse response) {
        if (response.status() != OK) {
            return Outcome.error("status-" + response.status(), "the server answered " + response.status());
        }
        FetchParameters.Check check = parameters.check();
        long expected = parameters.bodyBytes();
        if (check != FetchParameters.Check.NONE && expected != 0 && response.bodyLength() != expected) {
            return WRONG_LENGTH;
        }
        return check != FetchParameters.Check.BYTES || firstBodies.matches(path, response) ? Outcome.ok() : WRONG_BODY;
    }

    @Override
    public void abort() {
        connection.abort();
    }

    @Override
    public void close() {
        connection.close();
    }

    /** The first body of each path, with which all later ones are compared. Thread-safe. */
    static final class FirstBodies {
        private final AtomicReferenceArray<byte[]> bodies;

        FirstBodies(int paths) {
            bodies = new AtomicReferenceArray<>(paths);
        }

        boolean matches(int path, HttpResponse response) {
            byte[] first = bodies.get(path);
            if (first == null) {
                bodies.compareAndSet(path, null, response.bodyCopy());
                first = bodies.get(path);
            }
            int from = response.bodyOffset();
            return Arrays.equals(first, 0, first.length, response.bodyArray(), from, from + response.bodyLength());
        }
    }
}
