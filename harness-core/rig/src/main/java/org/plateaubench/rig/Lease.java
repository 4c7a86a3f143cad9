// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.rig;

import io.nats.client.Connection;
import io.nats.client.JetStreamApiException;
import io.nats.client.KeyValue;
import io.nats.client.api.KeyValueConfiguration;
import io.nats.client.api.KeyValueEntry;
import io.nats.client.api.StorageType;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.plateaubench.loader.ShownText;

/** A controller's right to use an agent: a key at the broker that expires unless renewed. Thread-safe. */
final class Lease {
    private static final Duration VALID = Duration.ofSeconds(15);
    static final Duration RENEWAL = Duration.ofSeconds(4);

    /** More agents than this renew less often, but still twice within the time for which leases are valid. */
    private static final int FEW = 1_000;

    private static final long RENEWAL_OF_MANY_NANOS = Duration.ofSeconds(7).toNanos();
    private static final long MAX_BYTES = 8 << 20;

    /** Separates the displayed name from the suffix that distinguishes holders. */
    private static final String END_OF_NAME = "\n";

    @FunctionalInterface
    interface Leases {
        KeyValue now() throws IOException;
    }

    private final Leases leases;
    private final String agent;
    private final byte[] holder;
    private final long number;
    private long revision;
    private long renewedNanos;
    private boolean isReleased;
    /** Whether another controller has the agent, so that this lease must be neither renewed nor released. */
    private boolean isLost;

    private Lease(Leases leases, String agent, byte[] holder, long revision, long nowNanos) {
        this.leases = leases;
        this.agent = agent;
        this.holder = holder;
        this.number = revision;
        this.revision = revision;
        renewedNanos = nowNanos;
    }

    /** A displayed name and a random number, since containers may share host name and process id. */
    static String holder(String name) {
        return name + END_OF_NAME + UUID.randomUUID();
    }

    private static String name(KeyValueEntry lease) {
        return ShownText.of(lease.getValueAsString().split(END_OF_NAME, 2)[0]);
    }

    static Lease take(Leases leases, String agent, String holder, long nowNanos) throws IOException {
        byte[] own = holder.getBytes(StandardCharsets.UTF_8);
        @Nullable KeyValueEntry other;
        try {
            other = leases.now().get(agent);
            if (other == null) {
                return new Lease(leases, agent, own, leases.now().create(agent, own), nowNanos);
            }
        } catch (IOException | JetStreamApiException | IllegalStateException e) {
            throw new IOException(lockRefused(agent, e), e);
        }
        throw new IOException("Agent " + agent + " is in use by " + name(other) + ".");
    }

    /** The leases of a broker, which are created by the first controller. */
    static KeyValue of(Connection connection) throws IOException {
        try {
            return opened(connection);
        } catch (IOException | JetStreamApiException | IllegalStateException e) {
            throw new IOException("The broker keeps no leases of agents: " + e.getMessage() + ".", e);
        }
    }

    /** The controllers that have agents now, by name of the agent. */
    static Map<String, String> holders(Connection connection) throws IOException, InterruptedException {
        Map<String, String> holders = new TreeMap<>();
        try {
            KeyValue leases = opened(connection);
            for (String agent : leases.keys()) {
                @Nullable KeyValueEntry entry = leases.get(agent);
                if (entry != null) {
                    holders.put(agent, name(entry));
                }
            }
            return holders;
        } catch (JetStreamApiException | IllegalStateException e) {
            throw new IOException("The broker does not say which agents are in use: " + e.getMessage() + ".", e);
        }
    }

    private static KeyValue opened(Connection connection) throws IOException, JetStreamApiException {
        if (!connection.keyValueManagement().getBucketNames().contains(Subjects.LEASES)) {
            connection
                    .keyValueManagement()
                    .create(KeyValueConfiguration.builder()
                            .name(Subjects.LEASES)
                            .ttl(VALID)
                            .maxHistoryPerKey(1)
                            .maxBucketSize(MAX_BYTES)
                            .storageType(StorageType.File)
                            .build());
        }
        return connection.keyValue(Subjects.LEASES);
    }

    /** The number of the lease; later ones of the same agent are higher. */
    long number() {
        return number;
    }

    /** The times depend on when the lease was acquired, so that many leases are not renewed at the same instant. */
    synchronized boolean isDue(long nowNanos, int agents) {
        long after = agents > FEW ? RENEWAL_OF_MANY_NANOS : RENEWAL.toNanos();
        return nowNanos - renewedNanos >= after;
    }

    /** Renews the lease; false when another has the agent. After an {@link IOException} the caller should retry. */
    synchronized boolean renew(long nowNanos) throws IOException {
        if (isReleased || isLost) {
            return !isLost;
        }
        // A failed renewal is tried again after half the time.
        renewedNanos = nowNanos - RENEWAL.toNanos() / 2;
        try {
            revision = leases.now().update(agent, holder, revision);
            renewedNanos = nowNanos;
            return true;
        } catch (JetStreamApiException e) {
            return takeAgain();
        }
    }

    /** Takes the lease again, because a broker that was unreachable may have lost it. */
    private boolean takeAgain() throws IOException {
        try {
            @Nullable KeyValueEntry kept = leases.now().get(agent);
            if (kept == null) {
                revision = leases.now().create(agent, holder);
                return true;
            }
            if (Arrays.equals(kept.getValue(), holder)) {
                revision = kept.getRevision();
            } else {
                isLost = true;
            }
            return !isLost;
        } catch (JetStreamApiException e) {
            throw new IOException(lockRefused(agent, e), e);
        }
    }

    private static String lockRefused(String agent, Exception e) {
        return "The broker grants no lease of agent " + agent + ": " + e.getMessage() + ".";
    }

    /** Releases the agent, unless another controller has it. */
    synchronized void release() {
        isReleased = true;
        if (isLost) {
            return;
        }
        try {
            leases.now().delete(agent, revision);
        } catch (IOException | JetStreamApiException | IllegalStateException e) {
            // The lease expires in some seconds, or belongs to another controller.
            return;
        }
    }
}
