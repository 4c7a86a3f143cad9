// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.redis.client;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.plateaubench.plugin.redis.command.RedisFailure;
import redis.clients.jedis.util.JedisClusterCRC16;

/**
 * The known slots of a Redis Cluster and the nodes that own them, from {@code CLUSTER SLOTS}, and slot by
 * slot from {@code MOVED}. Shared by all users of a workload, each of which may update it. Thread-safe.
 */
public final class ClusterSlots implements Target {
    public static final int SLOTS = 16_384;

    private static final int UNKNOWN = -1;
    private static final long REFRESH_GAP_NANOS = 250_000_000;
    private static final Pattern REDIRECTION = Pattern.compile("(MOVED|ASK) ([0-9]{1,5}) (.*):([0-9]{1,5})");
    private static final int LAST_PORT = 0xffff;

    private final RedisAddress address;
    private final List<InetSocketAddress> nodes = new CopyOnWriteArrayList<>();
    private final Map<String, Integer> indices = new HashMap<>();
    private final AtomicIntegerArray owners = new AtomicIntegerArray(SLOTS);
    private final AtomicBoolean refreshing = new AtomicBoolean();
    private final AtomicLong connections = new AtomicLong();

    ClusterSlots(RedisAddress address) {
        this.address = address;
        address.nodes().forEach(this::indexOf);
        for (int slot = 0; slot < SLOTS; slot++) {
            owners.setPlain(slot, UNKNOWN);
        }
    }

    public static ClusterSlots of(RedisAddress address) throws IOException {
        ClusterSlots slots = new ClusterSlots(address);
        slots.load();
        return slots;
    }

    public List<InetSocketAddress> masters() {
        return IntStream.range(0, nodeCount())
                .filter(this::holdsKeys)
                .mapToObj(this::node)
                .toList();
    }

    private void load() throws IOException {
        IOException failure = new IOException("the cluster has no nodes");
        for (InetSocketAddress node : nodes) {
            try (RedisConnection admin = RedisConnection.open(address, node)) {
                connections.incrementAndGet();
                update(admin.executeRaw("CLUSTER", "SLOTS"), node);
                return;
            } catch (IOException | IllegalArgumentException e) {
                failure = new IOException("the slots of the cluster are not known: " + e.getMessage(), e);
            }
        }
        throw failure;
    }

    @Override
    public long takeConnections() {
        return connections.getAndSet(0);
    }

    /** Reads the owners of all slots again, at most four times per second. */
    @Override
    public void refresh() {
        if (refreshing.compareAndSet(false, true)) {
            Thread.ofVirtual().start(() -> {
                try {
                    load();
                } catch (IOException e) {
                    // Redirections will contain the owners one by one.
                } finally {
                    LockSupport.parkNanos(REFRESH_GAP_NANOS);
                    refreshing.set(false);
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

    /** Returns the index of a node, which is added if it is new. */
    private synchronized int indexOf(InetSocketAddress endpoint) {
        return indices.computeIfAbsent(RedisAddress.text(endpoint), name -> {
            nodes.add(Target.resolved(endpoint));
            return nodes.size() - 1;
        });
    }

    /** An empty host is the host that answered. */
    private int indexOf(String host, int port, InetSocketAddress answered) {
        return indexOf(InetSocketAddress.createUnresolved(host.isEmpty() ? answered.getHostString() : host, port));
    }

    @Override
    public @Nullable Redirect redirect(String error, InetSocketAddress answered) {
        Matcher redirection = REDIRECTION.matcher(error);
        if (!redirection.matches()) {
            if (error.startsWith(RedisFailure.CLUSTER_DOWN)) {
                refresh();
            }
            return null;
        }
        int slot = Integer.parseInt(redirection.group(2));
        int port = Integer.parseInt(redirection.group(4));
        if (slot >= SLOTS || port > LAST_PORT) {
            return null;
        }
        Redirect redirect = new Redirect(indexOf(redirection.group(3), port, answered), error.startsWith("ASK"));
        if (!redirect.asking()) {
            owners.setOpaque(slot, redirect.node());
            refresh();
        }
        return redirect;
    }

    /** Updates the slots: per range its first and last slot, and its nodes, the master first, with host and port. */
    void update(@Nullable Object reply, InetSocketAddress answered) {
        for (Object entry : list(reply, 0)) {
            List<?> range = list(entry, 3);
            int first = number(range.get(0), SLOTS - 1);
            int last = number(range.get(1), SLOTS - 1);
            List<?> master = list(range.get(2), 2);
            int node = indexOf(text(master.get(0)), number(master.get(1), LAST_PORT), answered);
            for (int slot = first; slot <= last; slot++) {
                owners.setOpaque(slot, node);
            }
        }
    }

    private static List<?> list(@Nullable Object value, int minSize) {
        if (value instanceof List<?> list && list.size() >= minSize) {
            return list;
        }
        throw new IllegalArgumentException("CLUSTER SLOTS returned something other than ranges of slots");
    }

    private static int number(@Nullable Object value, int max) {
        if (value instanceof Long number && number >= 0 && number <= max) {
            return number.intValue();
        }
        throw new IllegalArgumentException("CLUSTER SLOTS returned a number out of its range: " + value);
    }

    /** Returns a text; empty for null and for {@code ?}, a node whose name is unknown. */
    private static String text(@Nullable Object value) {
        String text = value instanceof byte[] bytes ? new String(bytes, StandardCharsets.UTF_8) : "";
        return text.equals("?") ? "" : text;
    }
}
