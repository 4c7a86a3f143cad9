// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.redis.routing;

import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * The slots of a Redis Cluster and the nodes that own them, as far as known: from {@code CLUSTER SLOTS}, and slot by
 * slot from {@code MOVED}. Shared by all users of a workload, each of which may update it. Any thread.
 */
public final class ClusterSlots implements Target {
    /** The owner is unknown. */
    public static final int UNKNOWN = -1;

    private static final int MOST_NODES = 10_000;
    private static final long REFRESH_NANOS = 250_000_000;

    private final List<InetSocketAddress> nodes = new CopyOnWriteArrayList<>();
    private final AtomicIntegerArray owners = new AtomicIntegerArray(KeySlot.SLOTS);
    private final AtomicLong nextRefreshNanos = new AtomicLong(Long.MIN_VALUE);

    /**
     * Creates the slots of a cluster without known owners.
     *
     * @param seeds nodes to ask first, at least one
     */
    public ClusterSlots(List<InetSocketAddress> seeds) {
        seeds.forEach(this::indexOf);
        for (int slot = 0; slot < KeySlot.SLOTS; slot++) {
            owners.setPlain(slot, UNKNOWN);
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
    public int nodeOf(byte[] key, int offset, int length) {
        return Math.max(0, owner(KeySlot.of(key, offset, length)));
    }

    /** Returns the owner of a slot, {@link #UNKNOWN} if unknown. */
    public int owner(int slot) {
        return owners.getOpaque(slot);
    }

    /** Returns whether a node owns a slot; true for every node as long as no owner is known. */
    public boolean isOwner(int node) {
        boolean unowned = true;
        for (int slot = 0; slot < KeySlot.SLOTS; slot++) {
            int owner = owner(slot);
            if (owner == node) {
                return true;
            }
            unowned &= owner == UNKNOWN;
        }
        return unowned;
    }

    /**
     * Returns the index of a node, which is added if it is new.
     *
     * @throws IllegalArgumentException when there are more nodes than any cluster has
     */
    public int indexOf(InetSocketAddress address) {
        int known = find(address);
        return known == UNKNOWN ? add(address) : known;
    }

    private int find(InetSocketAddress address) {
        for (int node = 0; node < nodes.size(); node++) {
            InetSocketAddress other = nodes.get(node);
            if (other.getPort() == address.getPort() && other.getHostString().equals(address.getHostString())) {
                return node;
            }
        }
        return UNKNOWN;
    }

    private synchronized int add(InetSocketAddress address) {
        int known = find(address);
        if (known != UNKNOWN) {
            return known;
        }
        if (nodes.size() >= MOST_NODES) {
            throw new IllegalArgumentException("a cluster of more than " + MOST_NODES + " nodes");
        }
        nodes.add(Nodes.resolved(address));
        return nodes.size() - 1;
    }

    /**
     * Follows a redirection; a permanent one is stored.
     *
     * @param answered the node that redirected
     * @return the node to ask, {@link #UNKNOWN} when more nodes have been named than any cluster has
     */
    public int follow(Redirect redirect, InetSocketAddress answered) {
        InetSocketAddress address = redirect.address(answered);
        int node = nodes.size() < MOST_NODES ? indexOf(address) : find(address);
        if (!redirect.asking() && node != UNKNOWN) {
            owners.setOpaque(redirect.slot(), node);
        }
        return node;
    }

    /** Returns whether the caller must request the slots again; at most one caller in a quarter of a second. */
    public boolean claimsRefresh(long nowNanos) {
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
    public void learn(List<?> reply, InetSocketAddress answered) {
        for (Object entry : reply) {
            List<?> range = list(entry, 3);
            int first = number(range.get(0), KeySlot.SLOTS - 1);
            int last = number(range.get(1), KeySlot.SLOTS - 1);
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
}
