// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.redis.client;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.atomic.AtomicLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import redis.clients.jedis.util.JedisClusterCRC16;

/**
 * The slots of a Redis Cluster and the nodes that own them, as far as known: from {@code CLUSTER SLOTS}, and slot by
 * slot from {@code MOVED}. Shared by all users of a workload, each of which may update it. Any thread.
 */
public final class ClusterSlots implements Target {
    public static final int UNKNOWN = -1;

    /** Number of slots of every cluster. */
    public static final int SLOTS = 16_384;

    private static final int MAX_NODES = 10_000;
    private static final long REFRESH_NANOS = 250_000_000;

    private final RedisAddress place;
    private final List<InetSocketAddress> nodes = new CopyOnWriteArrayList<>();
    private final AtomicIntegerArray owners = new AtomicIntegerArray(SLOTS);
    private final AtomicLong nextRefreshNanos = new AtomicLong(Long.MIN_VALUE);
    private final AtomicBoolean learning = new AtomicBoolean();
    private final AtomicLong connections = new AtomicLong();

    ClusterSlots(RedisAddress place) {
        this.place = place;
        place.nodes().forEach(this::indexOf);
        for (int slot = 0; slot < SLOTS; slot++) {
            owners.setPlain(slot, UNKNOWN);
        }
    }

    /** Returns the slots of a cluster, from the first node that reports them. */
    public static ClusterSlots of(RedisAddress place) throws IOException {
        ClusterSlots slots = new ClusterSlots(place);
        slots.learn();
        return slots;
    }

    /** Returns the nodes that own slots. */
    public List<InetSocketAddress> masters() {
        return IntStream.range(0, nodeCount())
                .filter(this::holdsKeys)
                .mapToObj(this::node)
                .toList();
    }

    /** Learns the owners of all slots from the first node that answers. */
    private void learn() throws IOException {
        IOException failure = new IOException("the cluster has no nodes");
        for (InetSocketAddress node : nodes) {
            try (RedisConnection admin = RedisConnection.open(place, node)) {
                connections.incrementAndGet();
                learn(admin.raw("CLUSTER", "SLOTS"), node);
                return;
            } catch (IOException | IllegalArgumentException e) {
                failure = new IOException("the slots of the cluster are not known: " + e.getMessage(), e);
            }
        }
        throw failure;
    }

    /** Returns how many connections were made to learn the owners since the last call. */
    public long takeConnections() {
        return connections.getAndSet(0);
    }

    /** Learns the owners again, at most once at a time and at most four times per second. */
    @Override
    public void refresh(long nowNanos) {
        if (claimsRefresh(nowNanos) && learning.compareAndSet(false, true)) {
            Thread.ofVirtual().start(() -> {
                try {
                    learn();
                } catch (IOException e) {
                    // The redirections name the owners, one by one.
                } finally {
                    learning.set(false);
                }
            });
        }
    }

    @Override
    public int nodeCount() {
        return nodes.size();
    }

    @Override
    public InetSocketAddress node(int node) {
        return nodes.get(node);
    }

    @Override
    public boolean isOneNode() {
        return false;
    }

    /** Returns the owner of the key's slot; the first node when it is unknown, which then redirects. */
    @Override
    public int nodeOf(byte[] key) {
        return Math.max(0, owner(JedisClusterCRC16.getSlot(key)));
    }

    int owner(int slot) {
        return owners.getOpaque(slot);
    }

    @Override
    public boolean holdsKeys(int node) {
        return IntStream.range(0, SLOTS).anyMatch(slot -> owner(slot) == node);
    }

    /** Returns the index of a node, which is added if it is new; {@link #UNKNOWN} beyond the most nodes. */
    private synchronized int indexOf(InetSocketAddress address) {
        for (int node = 0; node < nodes.size(); node++) {
            if (RedisAddress.text(nodes.get(node)).equals(RedisAddress.text(address))) {
                return node;
            }
        }
        if (nodes.size() >= MAX_NODES) {
            return UNKNOWN;
        }
        nodes.add(Target.resolved(address));
        return nodes.size() - 1;
    }

    /**
     * Follows a redirection; a permanent one is stored.
     *
     * @param answered the node that redirected
     * @return the node to ask, {@link #UNKNOWN} when more nodes have been named than any cluster has
     */
    public int follow(Redirect redirect, InetSocketAddress answered) {
        int node = indexOf(redirect.address(answered));
        if (!redirect.asking() && node != UNKNOWN) {
            owners.setOpaque(redirect.slot(), node);
        }
        return node;
    }

    /** Returns whether the caller must request the slots again; at most one caller in a quarter of a second. */
    boolean claimsRefresh(long nowNanos) {
        long next = nextRefreshNanos.get();
        return (next == Long.MIN_VALUE || nowNanos - next >= 0)
                && nextRefreshNanos.compareAndSet(next, nowNanos + REFRESH_NANOS);
    }

    /**
     * Updates the slots from the reply to {@code CLUSTER SLOTS}: per range its first and last slot, and its nodes, the
     * master first, each with host and port.
     *
     * @param reply numbers as {@code Long}, texts as {@code byte[]}, aggregates as {@code List}
     * @param answered node that replied; used for an unnamed host
     * @throws IllegalArgumentException when the reply is malformed; slots before the fault are kept
     */
    void learn(@Nullable Object reply, InetSocketAddress answered) {
        for (Object entry : list(reply, 0)) {
            List<?> range = list(entry, 3);
            int first = number(range.get(0), SLOTS - 1);
            int last = number(range.get(1), SLOTS - 1);
            List<?> master = list(range.get(2), 2);
            String host = text(master.get(0));
            int node = indexOf(InetSocketAddress.createUnresolved(
                    host.isEmpty() ? answered.getHostString() : host, number(master.get(1), 0xffff)));
            for (int slot = first; slot <= last; slot++) {
                owners.setOpaque(slot, node);
            }
        }
    }

    private static List<?> list(@Nullable Object value, int least) {
        if (value instanceof List<?> list && list.size() >= least) {
            return list;
        }
        throw new IllegalArgumentException("CLUSTER SLOTS returned something other than ranges of slots");
    }

    private static int number(@Nullable Object value, int most) {
        if (value instanceof Long number && number >= 0 && number <= most) {
            return number.intValue();
        }
        throw new IllegalArgumentException("CLUSTER SLOTS returned a number out of its range: " + value);
    }

    /**
     * Returns a text; empty for null, and for the placeholder that the specification defines for a node without a known
     * name.
     */
    private static String text(@Nullable Object value) {
        String text = value instanceof byte[] bytes ? new String(bytes, StandardCharsets.UTF_8) : "";
        return text.equals("?") ? "" : text;
    }

    /**
     * The redirection to another node of a cluster.
     *
     * @param asking whether only this command goes there, after {@code ASKING}; otherwise the slot has moved permanently
     * @param host host of the other node, empty for the host that answered
     */
    public record Redirect(boolean asking, int slot, String host, int port) {
        /** Most redirections of one operation; one more is an error. */
        public static final int MOST = 5;

        private static final Pattern FORM = Pattern.compile("(MOVED|ASK) ([0-9]{1,5}) (.*):([0-9]{1,5})");
        private static final int MAX_PORTS = 0xffff;

        /** Parses an error; returns null if it does not redirect, or is malformed. */
        public static @Nullable Redirect of(String error) {
            Matcher form = FORM.matcher(error);
            if (!form.matches()) {
                return null;
            }
            int slot = Integer.parseInt(form.group(2));
            int port = Integer.parseInt(form.group(4));
            return slot < SLOTS && port > 0 && port <= MAX_PORTS
                    ? new Redirect(form.group(1).equals("ASK"), slot, form.group(3), port)
                    : null;
        }

        public InetSocketAddress address(InetSocketAddress answered) {
            return InetSocketAddress.createUnresolved(host.isEmpty() ? answered.getHostString() : host, port);
        }
    }
}
