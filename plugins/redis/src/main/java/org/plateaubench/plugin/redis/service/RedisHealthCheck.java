// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.redis.service;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import org.plateaubench.spi.SutException;

/**
 * Checks repeatedly that the endpoints of a SUT answer, over lasting connections: the server counts each new one, and
 * the reconciliation would attribute it to another client. Any thread.
 */
final class RedisHealthCheck implements AutoCloseable {
    private volatile List<RedisAdminConnection> consoles = List.of();
    private volatile boolean ended;

    /** Checks every endpoint; the message is about the first that does not answer within 5 s. */
    synchronized void check(String sut, RedisAddress place) throws SutException {
        if (!answers(place)) {
            disconnect();
            RedisReachability.check(sut, place);
        }
    }

    private boolean answers(RedisAddress place) {
        try {
            if (consoles.isEmpty()) {
                consoles = opened(place);
            }
            if (ended) {
                disconnect();
            }
            for (RedisAdminConnection admin : consoles) {
                admin.ask("PING");
            }
            return true;
        } catch (IOException e) {
            return false;
        }
    }

    private static List<RedisAdminConnection> opened(RedisAddress place) throws IOException {
        List<RedisAdminConnection> opened = new ArrayList<>();
        boolean complete = false;
        try {
            for (InetSocketAddress endpoint : RedisReachability.endpoints(place)) {
                opened.add(RedisAdminConnection.open(place, endpoint));
            }
            complete = true;
            return opened;
        } finally {
            if (!complete) {
                opened.forEach(RedisAdminConnection::close);
            }
        }
    }

    /** Ends it permanently, even while a query waits for its answer. */
    @Override
    public void close() {
        ended = true;
        disconnect();
    }

    private void disconnect() {
        consoles.forEach(RedisAdminConnection::close);
        consoles = List.of();
    }
}
