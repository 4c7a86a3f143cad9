// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.redis.jedis;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;
import org.plateaubench.plugin.redis.routing.Target;
import org.plateaubench.plugin.redis.service.JedisAccess;
import org.plateaubench.plugin.redis.service.JedisAccess.JedisSocket;
import org.plateaubench.spi.UserContext;

/**
 * The connections of one user, one per node. A node that cannot be reached is retried by the commands for it, after
 * increasing waits. Not thread-safe, except for {@link #abort}.
 */
public final class JedisLinks {
    private static final long FIRST_WAIT_NANOS = 50_000_000;
    private static final long LAST_WAIT_NANOS = 1_000_000_000;

    private final Target target;
    private final JedisAccess access;
    private final UserContext user;
    private final LongConsumer connected;
    private final List<Place> locations = new ArrayList<>();
    private final Set<JedisSocket> sockets = ConcurrentHashMap.newKeySet();
    private volatile CountDownLatch aborted = new CountDownLatch(1);

    private static final class Place {
        private @Nullable JedisLink link;
        private String failure = "";
        private long notBeforeNanos;
        private long waitNanos = FIRST_WAIT_NANOS;
    }

    /** Creates the connections of a user, none of which is open; the last parameter counts those that are opened. */
    public JedisLinks(Target target, JedisAccess access, UserContext user, LongConsumer connected) {
        this.target = target;
        this.access = access;
        this.user = user;
        this.connected = connected;
    }

    /** Connects to every node with keys; fails when none can be reached. */
    public void open() throws IOException {
        abort();
        locations.clear();
        aborted = new CountDownLatch(1);
        int open = 0;
        String failure = "";
        for (int node = 0; node < target.nodeCount(); node++) {
            if (target.holdsKeys(node)) {
                open += link(node) == null ? 0 : 1;
                failure = failure.isEmpty() ? failure(node) : failure;
            }
        }
        if (open == 0) {
            target.refresh(user.nanoTime());
            throw new IOException(failure);
        }
    }

    /** Returns the connection to a node, null if it cannot be reached now. */
    public @Nullable JedisLink link(int node) {
        Place place = place(node);
        JedisLink link = place.link;
        if (link != null) {
            return link;
        }
        return isWorthTrying(place) ? opened(place, target.node(node)) : null;
    }

    /** Waits until a node may be retried; returns false when the user may not retry at all. */
    private boolean isWorthTrying(Place place) {
        long waitNanos = place.failure.isEmpty() ? 0 : Math.max(0, place.notBeforeNanos - user.nanoTime());
        try {
            return !aborted.await(waitNanos, TimeUnit.NANOSECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    private @Nullable JedisLink opened(Place place, InetSocketAddress address) {
        JedisSocket socket = new JedisSocket(address, access);
        sockets.add(socket);
        if (aborted.getCount() == 0) {
            socket.close();
        }
        try {
            JedisLink link = JedisLink.open(socket, access);
            place.link = link;
            place.failure = "";
            place.waitNanos = FIRST_WAIT_NANOS;
            connected.accept(1);
            return link;
        } catch (IOException e) {
            sockets.remove(socket);
            place.failure = address.getHostString() + ":" + address.getPort() + ": " + e.getMessage();
            place.notBeforeNanos = user.nanoTime() + place.waitNanos;
            place.waitNanos = Math.min(2 * place.waitNanos, LAST_WAIT_NANOS);
            return null;
        }
    }

    private Place place(int node) {
        while (locations.size() <= node) {
            locations.add(new Place());
        }
        return locations.get(node);
    }

    public String failure(int node) {
        return place(node).failure;
    }

    public void drop(int node) {
        Place place = place(node);
        if (place.link != null) {
            place.link.socket().close();
            sockets.remove(place.link.socket());
            place.link = null;
        }
    }

    public boolean isAnyOpen() {
        return locations.stream().anyMatch(place -> place.link != null);
    }

    /** Closes every connection, including one being opened. Any thread. */
    public void abort() {
        aborted.countDown();
        sockets.forEach(JedisSocket::close);
        sockets.clear();
    }
}
