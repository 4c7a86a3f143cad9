// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.redis;

import java.io.IOException;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.plateaubench.api.OutcomeKind;
import org.plateaubench.plugin.redis.ServerCounts.Change;
import org.plateaubench.plugin.redis.client.RedisAddress.Topology;
import org.plateaubench.plugin.redis.command.ExpectedKeys;
import org.plateaubench.plugin.redis.command.RedisMeasure;
import org.plateaubench.plugin.redis.command.RedisOperation;
import org.plateaubench.plugin.redis.command.RedisParameters;
import org.plateaubench.plugin.redis.command.ValueText;
import org.plateaubench.spi.Acknowledged;
import org.plateaubench.spi.Reconciliation;
import org.plateaubench.spi.SentTotals;

/**
 * Compares the servers with the sent commands.
 *
 * <p>Counts: the allowance is the commands of unknown effect: errors, some of which were executed, abandoned and
 * redirected commands. If other clients may have used the servers, surplus commands are assumed to be theirs, and only
 * missing ones are a difference.
 *
 * <p>Keys: strings that the servers acknowledged are looked up one by one, some from before the load, and some written
 * in the run. A missing one is lost, even after a restart, unless the servers evicted keys or keys have expired. A
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
    private final ValueText values;
    private final SentTotals sent;
    private final List<ServerCounts> before;
    private Change change;

    Reconciler(
            DataLocations locations,
            RedisParameters parameters,
            ValueText values,
            SentTotals sent,
            List<ServerCounts> before)
            throws IOException {
        this.locations = locations;
        this.parameters = parameters;
        this.values = values;
        this.sent = sent;
        this.before = before;
        change = currentChange();
    }

    private Change currentChange() throws IOException {
        return new Change(before, ServerCounts.ask(locations.place(), locations.servers()));
    }

    /** Returns all rows; keys found before the load are given by {@link ExpectedKeys#identity}. */
    List<Reconciliation> rows(Set<Long> thereBefore) throws IOException {
        List<Reconciliation> rows = new ArrayList<>();
        if (change.isKnown()) {
            rows.addAll(change.restarted() > 0 ? countsOfRestarted() : counts());
        }
        KeySample old = KeySample.read(locations, parameters, values, thereBefore);
        Acknowledged.Sample sample = sent.acknowledged(ExpectedKeys.KIND);
        KeySample written = KeySample.read(locations, parameters, values, sample.identities());
        // An expired key may be counted as expired only when it is read.
        change = currentChange();
        rows.addAll(samples(old, written, sample));
        long found = sent.counter(RedisMeasure.HITS.title());
        long lost = sent.counter(RedisMeasure.LOST_READS.title());
        if (found + lost > 0) {
            rows.add(explained("reads that found the keys that must exist", found + lost, found, 0));
        }
        return rows;
    }

    // ---- counts

    private List<Reconciliation> countsOfRestarted() {
        List<Reconciliation> rows = new ArrayList<>();
        long commands = used().stream().mapToLong(this::ok).sum();
        rows.add(new Reconciliation("commands of all kinds", commands, 0, 0)
                .butUntested((change.restarted() == 1 ? "A server was" : change.restarted() + " servers were")
                        + " restarted and counted from 0 again."));
        if (keepsItsKeys() && !change.isOfAny(ServerCounts::hasOtherClients)) {
            rows.add(keysOfTheServers());
        }
        return rows;
    }

    private List<Reconciliation> counts() {
        List<Reconciliation> rows = new ArrayList<>();
        boolean alone = isAlone();
        for (RedisOperation operation : used()) {
            boolean isSplit = operation == RedisOperation.MGET || operation == RedisOperation.MSET;
            if (!isSplit || locations.place().topology() != Topology.PROXY) {
                rows.add(row(operation, alone));
            }
        }
        if (alone && keepsItsKeys()) {
            rows.add(keysOfTheServers());
        }
        return rows;
    }

    private Reconciliation keysOfTheServers() {
        long expected = change.before(ServerCounts.KEYS);
        long found = change.after(ServerCounts.KEYS);
        return Reconciliation.held("keys of the servers", expected, found, expected, 0);
    }

    private Set<RedisOperation> used() {
        return RedisOperation.ALL.stream()
                .filter(operation -> ok(operation) + uncertain(operation) > 0)
                .collect(Collectors.toCollection(() -> EnumSet.noneOf(RedisOperation.class)));
    }

    private long ok(RedisOperation operation) {
        return sent.operations(operation.word(), OutcomeKind.OK);
    }

    private long uncertain(RedisOperation operation) {
        return sent.operations(operation.word(), OutcomeKind.ERROR)
                + sent.operations(operation.word(), OutcomeKind.ABANDONED);
    }

    private Reconciliation row(RedisOperation operation, boolean alone) {
        long expected = ok(operation);
        long uncertain = uncertain(operation) + sent.counter(RedisMeasure.REDIRECTS.title());
        if (operation == RedisOperation.INCR) {
            // Commands of a script are counted too.
            expected += ok(RedisOperation.EVAL);
            uncertain += uncertain(RedisOperation.EVAL);
        }
        String what = "commands " + operation.word();
        long first = change.before(ServerCounts.COMMAND + operation.word());
        long last = change.after(ServerCounts.COMMAND + operation.word());
        return alone
                ? Reconciliation.grown(what, first, last, expected, uncertain)
                : new Reconciliation(
                        what + ", at least, since others may use the servers",
                        expected,
                        Math.min(last - first, expected + uncertain),
                        uncertain);
    }

    /**
     * Returns whether there were no other clients: surplus connections belong to other clients, and so do clients
     * that stay connected.
     */
    private boolean isAlone() {
        long made = sent.counter(RedisMeasure.CONNECTIONS.title())
                + sent.counter(RedisMeasure.REDIRECTS.title())
                + (long) OWN_CONNECTIONS * before.size();
        return !change.isOfAny(ServerCounts::hasOtherClients) && change.growth(ServerCounts.CONNECTIONS) <= made;
    }

    /** Returns whether no command can have created or removed a key. */
    private boolean keepsItsKeys() {
        boolean lost = (change.restarted() > 0 && change.isOfAny(ServerCounts::mayEvict))
                || change.growth(ServerCounts.EVICTED) > 0
                || change.growth(ServerCounts.EXPIRED) > 0;
        boolean expires = parameters.timeToLive().isPositive();
        boolean all = parameters.fill() == 100;
        for (RedisOperation operation : used()) {
            all &= parameters.fillKinds().contains(operation.family());
            expires |= operation == RedisOperation.EXPIRE || operation == RedisOperation.LPOP;
        }
        return all && !expires && !lost;
    }

    // ---- keys

    private List<Reconciliation> samples(KeySample old, KeySample written, Acknowledged.Sample sample) {
        List<Reconciliation> rows = new ArrayList<>();
        if (!old.asked().isEmpty()) {
            rows.add(sampleRow("sampled keys that were there before the load", old));
        }
        if (!written.asked().isEmpty() || sample.isScant()) {
            rows.add(sampleRow("sampled keys that were written in the run", written)
                    .of(sample));
        }
        long there = (long) old.there().size() + written.there().size();
        if (there > 0) {
            rows.add(Reconciliation.things(
                    "sampled values as they were written", there, old.right() + written.right(), 0));
        }
        return rows;
    }

    private Reconciliation sampleRow(String what, KeySample sample) {
        int asked = sample.asked().size();
        int there = sample.there().size();
        return explained(what, asked, there, Math.min((long) asked - there, removed(asked)));
    }

    private Reconciliation explained(String what, long expected, long found, long uncertain) {
        Reconciliation row = Reconciliation.things(what, expected, found, uncertain);
        String unknown = unknown();
        return row.isMet() || unknown.isEmpty() ? row : row.butUntested(unknown);
    }

    /** Returns why keys may be missing for a reason that can no longer be checked; empty for none. */
    private String unknown() {
        if (!change.isKnown()) {
            return "The servers behind the SUT are not known, so neither is how many keys they evicted.";
        }
        if (change.restarted() == 0) {
            return "";
        }
        if (change.isOfAny(ServerCounts::mayEvict)) {
            return "The servers are set to evict keys, were restarted and no longer know how many they evicted.";
        }
        boolean keysExpire = parameters.timeToLive().isPositive() || used().contains(RedisOperation.EXPIRE);
        return keysExpire ? "Keys have a time to live, and the servers no longer know how many expired." : "";
    }

    /**
     * Returns how many of the sampled keys servers, without a restart, may have removed by themselves. Any may have
     * been evicted; but an expired key may belong to any client and database, and a sample holds no more of them than
     * its share of all keys, plus four standard deviations.
     */
    private long removed(int asked) {
        long expired = Math.max(0, change.growth(ServerCounts.EXPIRED));
        long evicted = change.isOfAny(ServerCounts::mayEvict) ? Math.max(0, change.growth(ServerCounts.EVICTED)) : 0;
        double share = (double) expired / Math.max(1, change.before(ServerCounts.KEYS));
        double mean = asked * Math.min(1, share);
        return evicted + (long) Math.ceil(mean + STANDARD_DEVIATIONS * Math.sqrt(mean));
    }
}
