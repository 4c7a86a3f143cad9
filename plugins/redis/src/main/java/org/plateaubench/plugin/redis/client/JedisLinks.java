// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.redis.client;

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
import org.plateaubench.api.Outcome;
import org.plateaubench.plugin.redis.client.ClusterSlots.Redirect;
import org.plateaubench.plugin.redis.client.RedisAccess.JedisSocket;
import org.plateaubench.plugin.redis.command.RedisFailure;
import org.plateaubench.scenario.value.StepFailure;
import org.plateaubench.spi.UserContext;
import redis.clients.jedis.exceptions.JedisException;

/**
 * The connections of one user, one per node, and its commands, which follow the redirections of a cluster. A node that
 * cannot be reached is retried by the commands for it, after increasing waits. Not thread-safe, except for {@link
 * #abort}.
 */
public final class JedisLinks {
    private static final long FIRST_WAIT_NANOS = 50_000_000;
    private static final long LAST_WAIT_NANOS = 1_000_000_000;

    private final Target target;
    private final RedisAccess access;
    private final UserContext user;
    private final @Nullable ClusterSlots cluster;
    private final LongConsumer connected;
    private final LongConsumer redirected;
    private final List<Place> places = new ArrayList<>();
    private final Set<JedisSocket> sockets = ConcurrentHashMap.newKeySet();
    private volatile CountDownLatch aborted = new CountDownLatch(1);

    private static final class Place {
        private @Nullable JedisLink link;
        private String failure = "";
        private long notBeforeNanos;
        private long waitNanos = FIRST_WAIT_NANOS;
    }

    /** Sends commands over a connection and reads their replies. */
    @FunctionalInterface
    public interface Exchange {
        /** Returns the error of the reply; null for none. */
        @Nullable
        String on(JedisLink link);
    }

    /** Creates the connections of a user, none of which is open. */
    public JedisLinks(
            Target target, RedisAccess access, UserContext user, LongConsumer connected, LongConsumer redirected) {
        this.target = target;
        this.access = access;
        this.user = user;
        this.connected = connected;
        this.redirected = redirected;
        cluster = target instanceof ClusterSlots slots ? slots : null;
    }

    /** Connects to every node with keys; fails when none can be reached. */
    public void open() throws IOException {
        abort();
        places.clear();
        aborted = new CountDownLatch(1);
        for (int node = 0; node < target.nodeCount(); node++) {
            if (target.holdsKeys(node)) {
                link(node);
            }
        }
        if (!isAnyOpen()) {
            target.refresh(user.nanoTime());
            throw new IOException(places.stream()
                    .map(place -> place.failure)
                    .filter(failure -> !failure.isEmpty())
                    .findFirst()
                    .orElse("no node of the cluster has keys"));
        }
        if (cluster != null) {
            connected.accept(cluster.takeConnections());
        }
    }

    private boolean isAnyOpen() {
        return places.stream().anyMatch(place -> place.link != null);
    }

    /** Exchanges a command with a node, and follows redirections within the operation, up to a limit. */
    public void follow(int first, Exchange exchange) throws StepFailure {
        String error = exchange(first, false, exchange);
        int node = first;
        for (int sent = 1; cluster != null && error != null && sent <= Redirect.MOST; sent++) {
            Redirect redirect = Redirect.of(error);
            if (redirect == null && error.startsWith(RedisFailure.CLUSTER_DOWN)) {
                target.refresh(user.nanoTime());
            }
            node = learn(error, node);
            if (redirect == null || node == ClusterSlots.UNKNOWN) {
                return;
            }
            error = exchange(node, redirect.asking(), exchange);
        }
    }

    /** Stores the new node of a slot if an error names it; returns this node, {@link ClusterSlots#UNKNOWN} for none. */
    public int learn(@Nullable String error, int answered) {
        Redirect redirect = cluster == null || error == null ? null : Redirect.of(error);
        if (redirect == null || cluster == null) {
            return ClusterSlots.UNKNOWN;
        }
        redirected.accept(1);
        return cluster.follow(redirect, target.node(answered));
    }

    public void exchange(int node, Exchange exchange) throws StepFailure {
        exchange(node, false, exchange);
    }

    private @Nullable String exchange(int node, boolean asking, Exchange exchange) throws StepFailure {
        JedisLink link = link(node);
        if (link == null) {
            throw lost(RedisFailure.NOT_CONNECTED, place(node).failure);
        }
        try {
            if (asking) {
                link.announce();
            }
            return exchange.on(link);
        } catch (JedisException e) {
            drop(place(node), link);
            throw lost(RedisFailure.CONNECTION_LOST, RedisConnection.reason(e));
        } catch (IllegalArgumentException | NegativeArraySizeException | StackOverflowError e) {
            // Jedis checks neither the lengths in replies nor their depth.
            drop(place(node), link);
            throw lost(RedisFailure.CONNECTION_LOST, "the reply is not one of the protocol");
        }
    }

    /** The failure of a lost connection: with other nodes left, the user stays connected. */
    private StepFailure lost(String errorClass, String message) {
        target.refresh(user.nanoTime());
        return new StepFailure(
                isAnyOpen() ? Outcome.error(errorClass, message) : Outcome.connectionLost(errorClass, message));
    }

    /** Returns the connection to a node, null if it cannot be reached now. */
    private @Nullable JedisLink link(int node) {
        Place place = place(node);
        if (place.link == null && isWorthTrying(place)) {
            open(place, target.node(node));
        }
        return place.link;
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

    private void open(Place place, InetSocketAddress address) {
        JedisSocket socket = new JedisSocket(address, access);
        sockets.add(socket);
        if (aborted.getCount() == 0) {
            socket.close();
        }
        try {
            place.link = RedisConnection.over(socket, JedisLink::new);
            place.failure = "";
            place.waitNanos = FIRST_WAIT_NANOS;
            connected.accept(1);
        } catch (IOException e) {
            sockets.remove(socket);
            place.failure = RedisAddress.text(address) + ": " + e.getMessage();
            place.notBeforeNanos = user.nanoTime() + place.waitNanos;
            place.waitNanos = Math.min(2 * place.waitNanos, LAST_WAIT_NANOS);
        }
    }

    private Place place(int node) {
        while (places.size() <= node) {
            places.add(new Place());
        }
        return places.get(node);
    }

    private void drop(Place place, JedisLink link) {
        link.close();
        sockets.remove(link.socket());
        place.link = null;
    }

    /** Closes every connection, including one being opened. Any thread. */
    public void abort() {
        aborted.countDown();
        sockets.forEach(JedisSocket::close);
        sockets.clear();
    }
}
