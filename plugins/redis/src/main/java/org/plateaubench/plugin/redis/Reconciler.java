// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.redis;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.plateaubench.api.KeyedRandom;
import org.plateaubench.api.OutcomeKind;
import org.plateaubench.plugin.redis.ServerCounts.Change;
import org.plateaubench.plugin.redis.client.RedisAddress.Topology;
import org.plateaubench.plugin.redis.client.RedisConnection;
import org.plateaubench.plugin.redis.client.Target;
import org.plateaubench.plugin.redis.command.CommandText;
import org.plateaubench.plugin.redis.command.ExpectedKeys;
import org.plateaubench.plugin.redis.command.RedisMeasure;
import org.plateaubench.plugin.redis.command.RedisOperation;
import org.plateaubench.plugin.redis.command.RedisOperation.Family;
import org.plateaubench.plugin.redis.command.RedisParameters;
import org.plateaubench.plugin.redis.command.RedisParameters.FilledKeys;
import org.plateaubench.plugin.redis.command.ValueText;
import org.plateaubench.spi.Acknowledged;
import org.plateaubench.spi.Reconciliation;
import org.plateaubench.spi.SentTotals;

/**
 * Compares the servers with the sent commands.
 *
 * <p>Counts: commands with an unknown effect are uncertain: errors, because some of them were executed, and abandoned
 * and redirected commands. If other clients may have used the servers, surplus commands are assumed to be theirs, and
 * only missing ones are a difference.
 *
 * <p>Keys: a sample of the strings that the servers acknowledged is looked up, both from before the load and written in
 * the run. A missing string is lost, even after a restart, unless the servers evicted keys or keys have expired. A
 * restarted server has lost the counts of both: if it may have evicted keys, the result is unknown.
 */
final class Reconciler {
    /**
     * Connections of the harness itself to a server during a run: telemetry, this count, the check of availability, and
     * the check for a restart before and after the load.
     */
    private static final int OWN_CONNECTIONS = 6;

    private static final double STANDARD_DEVIATIONS = 4;

    private final DataLocations locations;
    private final RedisParameters parameters;
    private final SentTotals sent;
    private Change change;

    Reconciler(DataLocations locations, SentTotals sent, ServerCounts before) throws IOException {
        this.locations = locations;
        parameters = locations.parameters();
        this.sent = sent;
        change = changeSince(before);
    }

    private Change changeSince(ServerCounts before) throws IOException {
        return new Change(before, ServerCounts.read(locations.address(), locations.servers()));
    }

    List<Reconciliation> rows(Set<Long> existedBefore) throws IOException {
        List<Reconciliation> rows = new ArrayList<>();
        if (change.isKnown()) {
            rows.addAll(counts());
        }
        KeySample earlier = KeySample.read(locations, existedBefore);
        Acknowledged.Sample sample = sent.acknowledged(ExpectedKeys.KIND);
        KeySample written = KeySample.read(locations, sample.identities());
        // An expired key may be counted as expired only when it is read.
        change = changeSince(change.before());
        rows.addAll(samples(earlier, written, sample));
        long found = sent.counter(RedisMeasure.HITS.title());
        long lost = sent.counter(RedisMeasure.LOST_READS.title());
        if (found + lost > 0) {
            rows.add(untestedIfUnknown("reads of keys that must exist", found + lost, found, 0));
        }
        return rows;
    }

    private List<Reconciliation> counts() {
        List<Reconciliation> rows = new ArrayList<>();
        boolean isOnlyClient = isOnlyClient();
        if (change.restarted() > 0) {
            long commands = used().stream().mapToLong(this::ok).sum();
            rows.add(new Reconciliation("commands of all kinds", commands, 0, 0)
                    .asUntested((change.restarted() == 1 ? "A server was" : change.restarted() + " servers were")
                            + " restarted and counted from 0 again."));
        } else {
            for (RedisOperation operation : used()) {
                boolean isSplit = operation == RedisOperation.MGET || operation == RedisOperation.MSET;
                if (!isSplit || locations.address().topology() != Topology.PROXY) {
                    rows.add(row(operation, isOnlyClient));
                }
            }
        }
        if (isOnlyClient && keepsKeys()) {
            long before = change.before(ServerCounts.KEYS);
            rows.add(Reconciliation.held("keys of the servers", before, change.after(ServerCounts.KEYS), before, 0));
        }
        return rows;
    }

    private List<RedisOperation> used() {
        return RedisOperation.ALL.stream()
                .filter(operation -> ok(operation) + uncertain(operation) > 0)
                .toList();
    }

    private long ok(RedisOperation operation) {
        return sent.operations(operation.word(), OutcomeKind.OK);
    }

    private long uncertain(RedisOperation operation) {
        return sent.operations(operation.word(), OutcomeKind.ERROR)
                + sent.operations(operation.word(), OutcomeKind.ABANDONED);
    }

    private Reconciliation row(RedisOperation operation, boolean isOnlyClient) {
        long expected = ok(operation);
        long uncertain = uncertain(operation) + sent.counter(RedisMeasure.REDIRECTS.title());
        if (operation == RedisOperation.INCR) {
            // Commands of a script are counted too.
            expected += ok(RedisOperation.EVAL);
            uncertain += uncertain(RedisOperation.EVAL);
        }
        String title = "commands " + operation.word();
        long first = change.before(ServerCounts.COMMAND + operation.word());
        long last = change.after(ServerCounts.COMMAND + operation.word());
        long found = Math.min(last - first, expected + uncertain);
        return isOnlyClient
                ? Reconciliation.grown(title, first, last, expected, uncertain)
                : new Reconciliation(
                        title + ", at least, since other clients may use the servers", expected, found, uncertain);
    }

    /** Returns whether there were no other clients, judged by the connections that were opened and are open. */
    private boolean isOnlyClient() {
        long ownConnections = sent.counter(RedisMeasure.CONNECTIONS.title())
                + sent.counter(RedisMeasure.REDIRECTS.title())
                + (long) OWN_CONNECTIONS * change.before().starts().size();
        return !change.isOfAnyServer(ServerCounts.SHARED) && change.growth(ServerCounts.CONNECTIONS) <= ownConnections;
    }

    /** Returns whether no command can have created or removed a key. */
    private boolean keepsKeys() {
        boolean lost = (change.restarted() > 0 && change.isOfAnyServer(ServerCounts.EVICTING))
                || change.growth(ServerCounts.EVICTED) > 0
                || change.growth(ServerCounts.EXPIRED) > 0;
        boolean expires = parameters.timeToLive().isPositive();
        boolean fillsAll = parameters.fill() == 100;
        for (RedisOperation operation : used()) {
            fillsAll &= parameters.fillKinds().contains(operation.family());
            expires |= operation == RedisOperation.EXPIRE || operation == RedisOperation.LPOP;
        }
        return fillsAll && !expires && !lost;
    }

    private List<Reconciliation> samples(KeySample earlier, KeySample written, Acknowledged.Sample sample) {
        List<Reconciliation> rows = new ArrayList<>();
        if (!earlier.sampled().isEmpty()) {
            rows.add(sampleRow("sampled keys that existed before the load", earlier));
        }
        if (!written.sampled().isEmpty() || sample.isTooSmall()) {
            rows.add(sampleRow("sampled keys written in the run", written).of(sample));
        }
        long existing = (long) earlier.existing().size() + written.existing().size();
        if (existing > 0) {
            rows.add(Reconciliation.items(
                    "sampled values equal to the written ones", existing, earlier.correct() + written.correct(), 0));
        }
        return rows;
    }

    private Reconciliation sampleRow(String title, KeySample sample) {
        int sampled = sample.sampled().size();
        int existing = sample.existing().size();
        return untestedIfUnknown(title, sampled, existing, Math.min((long) sampled - existing, maxRemoved(sampled)));
    }

    private Reconciliation untestedIfUnknown(String title, long expected, long found, long uncertain) {
        Reconciliation row = Reconciliation.items(title, expected, found, uncertain);
        String reasonUnknown = reasonUnknown();
        return row.isMet() || reasonUnknown.isEmpty() ? row : row.asUntested(reasonUnknown);
    }

    /** Returns why it is unknown whether missing keys were lost; empty if it is known. */
    private String reasonUnknown() {
        if (!change.isKnown()) {
            return "The servers behind the SUT are not known, and neither is the number of keys that they evicted.";
        }
        if (change.restarted() == 0) {
            return "";
        }
        if (change.isOfAnyServer(ServerCounts.EVICTING)) {
            return "The servers are set to evict keys, and lost the number of evicted keys in a restart.";
        }
        boolean keysExpire = parameters.timeToLive().isPositive() || used().contains(RedisOperation.EXPIRE);
        return keysExpire
                ? "Keys have a time to live, and the servers lost the number of expired keys in a restart."
                : "";
    }

    /**
     * Returns how many of the sampled keys the servers may have evicted or expired if they were not restarted. Every
     * evicted key may be in the sample. Expired keys may belong to any client and database, so the sample contains at
     * most the proportional number of them plus four standard deviations.
     */
    private long maxRemoved(int sampled) {
        long expired = Math.max(0, change.growth(ServerCounts.EXPIRED));
        long evicted =
                change.isOfAnyServer(ServerCounts.EVICTING) ? Math.max(0, change.growth(ServerCounts.EVICTED)) : 0;
        double share = (double) expired / Math.max(1, change.before(ServerCounts.KEYS));
        double mean = sampled * Math.min(1, share);
        return evicted + (long) Math.ceil(mean + STANDARD_DEVIATIONS * Math.sqrt(mean));
    }

    /** Strings looked up one by one, by {@link ExpectedKeys#identity}, and how many have the written value. */
    record KeySample(Set<Long> sampled, Set<Long> existing, long correct) {
        private static final int KEYS = 100;
        /** Longest value that is compared; of a longer one only the length is checked. */
        private static final int MAX_BYTES = 64 * 1024;

        /** Returns keys chosen by the data seed, in every copy of the data; every second one is a filled key. */
        static Set<Long> choose(DataLocations locations, long dataSeed) {
            RedisParameters parameters = locations.parameters();
            FilledKeys keys = parameters.filled();
            long seed = KeyedRandom.key(dataSeed, "sample");
            boolean hasStrings = parameters.fillKinds().contains(Family.STRING);
            Set<Long> identities = new HashSet<>();
            for (int copy = 0; copy < locations.copies().size(); copy++) {
                for (int i = 0; i < Math.min(KEYS, keys.space()); i++) {
                    long bits = KeyedRandom.bits(seed, 0, i);
                    long key = hasStrings && keys.count() > 0 && i % 2 == 0
                            ? keys.key(Math.unsignedMultiplyHigh(bits, keys.count()))
                            : Math.unsignedMultiplyHigh(bits, keys.space());
                    identities.add(ExpectedKeys.identity(parameters, copy, key));
                }
            }
            return identities;
        }

        static KeySample read(DataLocations locations, Collection<Long> identities) throws IOException {
            RedisParameters parameters = locations.parameters();
            Set<Long> existing = new HashSet<>();
            long correct = 0;
            CommandText text = new CommandText(parameters);
            for (int copy = 0; copy < locations.copies().size(); copy++) {
                Target target = locations.copies().get(copy);
                List<RedisConnection> connections = new ArrayList<>();
                try {
                    for (int node = 0; node < target.nodeCount(); node++) {
                        connections.add(RedisConnection.open(locations.address(), target.node(node)));
                    }
                    for (long identity : identities) {
                        if (identity / parameters.keySpace() == copy) {
                            long key = identity % parameters.keySpace();
                            byte[] name = text.keys().key(Family.STRING, key);
                            Boolean found =
                                    isCorrect(connections.get(target.nodeOf(name)), name, key, locations.values());
                            if (found != null) {
                                existing.add(identity);
                                correct += found ? 1 : 0;
                            }
                        }
                    }
                } finally {
                    connections.forEach(RedisConnection::close);
                }
            }
            return new KeySample(Set.copyOf(identities), existing, correct);
        }

        /** Returns whether the value is right; null when the key does not exist. */
        private static @Nullable Boolean isCorrect(RedisConnection admin, byte[] name, long key, ValueText values)
                throws IOException {
            String word = new String(name, StandardCharsets.US_ASCII);
            int size = values.size(key, 0);
            if (size > MAX_BYTES) {
                long found = admin.executeRaw("STRLEN", word) instanceof Long length ? length : 0;
                return found == 0 ? null : (Boolean) (found == size);
            }
            return admin.executeRaw("GET", word) instanceof byte[] value
                    ? (Boolean) values.matches(key, 0, value, 0, value.length, value.length)
                    : null;
        }
    }
}
