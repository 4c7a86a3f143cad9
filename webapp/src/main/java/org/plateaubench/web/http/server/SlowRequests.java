// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.web.http.server;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.eclipse.jetty.http.HttpVersion;
import org.eclipse.jetty.io.Connection;
import org.eclipse.jetty.server.ConnectionMetaData;

/**
 * Closes connections with slow requests: each byte resets the idle time-out, and a thousand such connections would lock
 * out all other callers. Any thread.
 */
final class SlowRequests implements Connection.Listener {
    /** Checks within the time limit for receiving a request. */
    static final int CHECKS = 10;

    private final Map<Connection, State> states = new ConcurrentHashMap<>();

    /** The state of a connection at the last check, and for how many checks the present request has been arriving. */
    private record State(long requests, long answers, long bytes, int age) {}

    @Override
    public void onOpened(Connection connection) {
        // An HTTP/2 connection is shared by several requests and has separate limits.
        if (connection instanceof ConnectionMetaData http
                && http.getHttpVersion().getVersion() <= HttpVersion.HTTP_1_1.getVersion()) {
            states.put(connection, new State(0, 0, 0, 0));
        }
    }

    @Override
    public void onClosed(Connection connection) {
        states.remove(connection);
    }

    /** Checks every connection; runs ten times within the time limit of a request. */
    void check() {
        states.forEach((connection, before) -> {
            State now = now(connection, before);
            if (now.age() > CHECKS && now.bytes() != before.bytes()) {
                connection.close();
            } else {
                states.replace(connection, before, now);
            }
        });
    }

    private static State now(Connection connection, State before) {
        long requests = connection.getMessagesIn();
        long answers = connection.getMessagesOut();
        long bytes = connection.getBytesIn();
        if (requests != before.requests() || answers != before.answers()) {
            return new State(requests, answers, bytes, 0);
        }
        boolean comes = before.age() > 0 || bytes != before.bytes();
        return new State(requests, answers, bytes, comes ? before.age() + 1 : 0);
    }
}
