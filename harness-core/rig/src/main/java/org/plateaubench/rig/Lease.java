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
    private static final Duration VALIDITY = Duration.ofSeconds(15);
    static final Duration RENEWAL = Duration.ofSeconds(4);

    /** Leases of more agents than this are renewed less often, but still twice within their validity. */
    private static final int MANY_AGENTS = 1_000;

    private static final long RENEWAL_OF_MANY_NANOS = Duration.ofSeconds(7).toNanos();
    private static final long MAX_BYTES = 8 << 20;

    /** Separates the displayed name from the suffix that distinguishes holders. */
    private static final String END_OF_NAME = "\n";

    @FunctionalInterface
    interface Leases {
        KeyValue bucket() throws IOException;
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

    static Lease acquire(Leases leases, String agent, String holder, long nowNanos) throws IOException {
        byte[] holderBytes = holder.getBytes(StandardCharsets.UTF_8);
        @Nullable KeyValueEntry current;
        try {
            current = leases.bucket().get(agent);
            if (current == null) {
                return new Lease(leases, agent, holderBytes, leases.bucket().create(agent, holderBytes), nowNanos);
            }
        } catch (IOException | JetStreamApiException | IllegalStateException e) {
            throw new IOException(refusal(agent, e), e);
        }
        throw new IOException("Agent " + agent + " is in use by " + name(current) + ".");
    }

    /** The leases of a broker, which are created by the first controller. */
    static KeyValue of(Connection connection) throws IOException {
        try {
            return openBucket(connection);
        } catch (IOException | JetStreamApiException | IllegalStateException e) {
            throw new IOException("The broker keeps no leases of agents: " + e.getMessage() + ".", e);
        }
    }

    /** The controllers that have agents now, by name of the agent. */
    static Map<String, String> holders(Connection connection) throws IOException, InterruptedException {
        Map<String, String> holders = new TreeMap<>();
        try {
            KeyValue leases = openBucket(connection);
            for (String agent : leases.keys()) {
                @Nullable KeyValueEntry entry = leases.get(agent);
                if (entry != null) {
                    holders.put(agent, name(entry));
                }
            }
            return holders;
        } catch (JetStreamApiException | IllegalStateException e) {
            throw new IOException("The broker does not report which agents are in use: " + e.getMessage() + ".", e);
        }
    }

    private static KeyValue openBucket(Connection connection) throws IOException, JetStreamApiException {
        if (!connection.keyValueManagement().getBucketNames().contains(Subjects.LEASE_BUCKET)) {
            connection
                    .keyValueManagement()
                    .create(KeyValueConfiguration.builder()
                            .name(Subjects.LEASE_BUCKET)
                            .ttl(VALIDITY)
                            .maxHistoryPerKey(1)
                            .maxBucketSize(MAX_BYTES)
                            .storageType(StorageType.File)
                            .build());
        }
        return connection.keyValue(Subjects.LEASE_BUCKET);
    }

    /** The number of the lease; later ones of the same agent are higher. */
    long number() {
        return number;
    }

    /**
     * Whether the lease should be renewed. The times depend on when it was acquired, so that many leases are not
     * renewed at the same instant.
     */
    synchronized boolean isDue(long nowNanos, int agents) {
        long after = agents > MANY_AGENTS ? RENEWAL_OF_MANY_NANOS : RENEWAL.toNanos();
        return nowNanos - renewedNanos >= after;
    }

    /** Renews the lease; false if another controller has the agent. After an {@link IOException} the caller should retry. */
    synchronized boolean renew(long nowNanos) throws IOException {
        if (isReleased || isLost) {
            return !isLost;
        }
        // A failed renewal is repeated after half of the interval.
        renewedNanos = nowNanos - RENEWAL.toNanos() / 2;
        try {
            revision = leases.bucket().update(agent, holder, revision);
            renewedNanos = nowNanos;
            return true;
        } catch (JetStreamApiException e) {
            return acquireAgain();
        }
    }

    /** Takes the lease again, because a broker that was unreachable may have lost it. */
    private boolean acquireAgain() throws IOException {
        try {
            @Nullable KeyValueEntry current = leases.bucket().get(agent);
            if (current == null) {
                revision = leases.bucket().create(agent, holder);
                return true;
            }
            isLost = !Arrays.equals(current.getValue(), holder);
            revision = current.getRevision();
            return !isLost;
        } catch (JetStreamApiException e) {
            throw new IOException(refusal(agent, e), e);
        }
    }

    private static String refusal(String agent, Exception e) {
        return "The broker grants no lease of agent " + agent + ": " + e.getMessage() + ".";
    }

    /** Releases the agent, unless another controller has it. */
    synchronized void release() {
        isReleased = true;
        if (isLost) {
            return;
        }
        try {
            leases.bucket().delete(agent, revision);
        } catch (IOException | JetStreamApiException | IllegalStateException e) {
            // The lease expires in some seconds, or belongs to another controller.
            return;
        }
    }
}
