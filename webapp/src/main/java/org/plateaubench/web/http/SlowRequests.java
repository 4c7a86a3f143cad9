// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.web.http;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.eclipse.jetty.http.HttpVersion;
import org.eclipse.jetty.io.Connection;
import org.eclipse.jetty.server.ConnectionMetaData;

/**
 * Closes connections whose request trickles in: each byte keeps the idle time-out away, and a thousand such connections
 * would keep everybody else out. Any thread.
 */
final class SlowRequests implements Connection.Listener {
    /** So many looks are one time to arrive. */
    static final int LOOKS = 10;

    private final Map<Connection, Look> looks = new ConcurrentHashMap<>();

    /** What was seen of a connection, and how many looks ago the present request began to come. */
    private record Look(long requests, long answers, long bytes, int age) {}

    @Override
    public void onOpened(Connection connection) {
        // HTTP/2 shares a connection between requests and has bounds of its own.
        if (connection instanceof ConnectionMetaData http
                && http.getHttpVersion().getVersion() <= HttpVersion.HTTP_1_1.getVersion()) {
            looks.put(connection, new Look(0, 0, 0, 0));
        }
    }

    @Override
    public void onClosed(Connection connection) {
        looks.remove(connection);
    }

    /** Looks at every connection; ten times within the time a request may take to arrive. */
    void look() {
        looks.forEach((connection, before) -> {
            Look now = now(connection, before);
            if (now.age() > LOOKS && now.bytes() != before.bytes()) {
                connection.close();
            } else {
                looks.replace(connection, before, now);
            }
        });
    }

    private static Look now(Connection connection, Look before) {
        long requests = connection.getMessagesIn();
        long answers = connection.getMessagesOut();
        long bytes = connection.getBytesIn();
        if (requests != before.requests() || answers != before.answers()) {
            return new Look(requests, answers, bytes, 0);
        }
        boolean comes = before.age() > 0 || bytes != before.bytes();
        return new Look(requests, answers, bytes, comes ? before.age() + 1 : 0);
    }
}
