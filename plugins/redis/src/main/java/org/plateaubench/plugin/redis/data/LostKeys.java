// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.redis.data;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.ToLongFunction;
import org.plateaubench.api.OutcomeKind;
import org.plateaubench.plugin.redis.command.ExpectedKeys;
import org.plateaubench.plugin.redis.command.RedisMeasure;
import org.plateaubench.plugin.redis.command.RedisOperation;
import org.plateaubench.plugin.redis.command.RedisParameters;
import org.plateaubench.plugin.redis.command.ValueText;
import org.plateaubench.spi.Acknowledged;
import org.plateaubench.spi.Reconciliation;
import org.plateaubench.spi.SentTotals;

/**
 * Looks up, one by one, strings that the servers acknowledged: some from before the load, and some written in the run.
 * A missing one is lost, even after a restart, unless the servers evicted keys or keys have expired. A restarted server
 * has lost these counts: if it may have evicted keys, the result is unknown.
 */
final class LostKeys {
    private static final double SURE = 4;

    private final DataLocations locations;
    private final RedisParameters parameters;
    private final ValueText values;
    private final SentTotals sent;
    private final List<ServerCounts> before;
    private List<ServerCounts> after = List.of();

    LostKeys(
            DataLocations locations,
            RedisParameters parameters,
            ValueText values,
            SentTotals sent,
            List<ServerCounts> before) {
        this.locations = locations;
        this.parameters = parameters;
        this.values = values;
        this.sent = sent;
        this.before = List.copyOf(before);
    }

    /**
     * Returns the rows.
     *
     * @param thereBefore keys that were found before the load, by {@link ExpectedKeys#identity}
     */
    List<Reconciliation> rows(Set<Long> thereBefore) throws IOException {
        KeySample old = KeySample.read(locations, parameters, values, thereBefore);
        Acknowledged.Sample sample = sent.acknowledged(ExpectedKeys.KIND);
        KeySample written = KeySample.read(locations, parameters, values, sample.identities());
        // An expired key may be counted as expired only when it is read.
        after = ServerCounts.ask(locations.place(), locations.servers());
        List<Reconciliation> rows = new ArrayList<>();
        if (!old.asked().isEmpty()) {
            rows.add(looked("sampled keys that were there before the load", old));
        }
        if (!written.asked().isEmpty() || sample.isScant()) {
            rows.add(
                    looked("sampled keys that were written in the run", written).of(sample));
        }
        long there = (long) old.there().size() + written.there().size();
        if (there > 0) {
            rows.add(Reconciliation.things(
                    "sampled values as they were written", there, old.right() + written.right(), 0));
        }
        if (ExpectedKeys.areAllFilled(parameters)) {
            long lost = sent.counter(RedisMeasure.LOST_READS.title());
            long reads = Math.max(lost, sent.operations(RedisOperation.GET.word(), OutcomeKind.OK));
            rows.add(explained("reads of filled keys that found them", reads, reads - lost, removesKeys() ? lost : 0));
        }
        return rows;
    }

    private Reconciliation looked(String what, KeySample sample) {
        return explained(
                what,
                sample.asked().size(),
                sample.there().size(),
                Math.min(sample.gone(), removed(sample.asked().size())));
    }

    private Reconciliation explained(String what, long expected, long found, long uncertain) {
        Reconciliation row = Reconciliation.things(what, expected, found, uncertain);
        String unknown = unknown();
        return row.isMet() || unknown.isEmpty() ? row : row.butUntested(unknown);
    }

    /** Returns why keys may be missing for a reason that can no longer be checked; empty for none. */
    private String unknown() {
        if (before.isEmpty() || before.size() != after.size()) {
            return "The servers behind the SUT are not known, so neither is how many keys they evicted.";
        }
        if (Reconciler.restarted(before, after) == 0) {
            return "";
        }
        if (before.stream().anyMatch(ServerCounts::mayEvict) || after.stream().anyMatch(ServerCounts::mayEvict)) {
            return "The servers are set to evict keys, were restarted and no longer know how many they evicted.";
        }
        return keysExpire() ? "Keys have a time to live, and the servers no longer know how many expired." : "";
    }

    private boolean keysExpire() {
        String expire = RedisOperation.EXPIRE.word();
        return parameters.timeToLive().isPositive()
                || sent.operations(expire, OutcomeKind.OK)
                                + sent.operations(expire, OutcomeKind.ERROR)
                                + sent.operations(expire, OutcomeKind.ABANDONED)
                        > 0;
    }

    /** Returns whether servers, without a restart, removed keys by themselves that may have been Plateau's. */
    private boolean removesKeys() {
        return evicted() > 0 || (keysExpire() && expired() > 0);
    }

    /**
     * Returns how many of the sampled keys servers, without a restart, may have removed by themselves. Any may have
     * been evicted; but an expired key may belong to any client and database, and a sample holds no more of them than
     * its share of all keys, plus four standard deviations.
     */
    private long removed(int asked) {
        double share = (double) expired() / Math.max(1, Reconciler.sum(before, ServerCounts::keys));
        double mean = asked * Math.min(1, share);
        return evicted() + (long) Math.ceil(mean + SURE * Math.sqrt(mean));
    }

    private long evicted() {
        boolean may = before.stream().anyMatch(ServerCounts::mayEvict)
                || after.stream().anyMatch(ServerCounts::mayEvict);
        return may ? grown(ServerCounts::evicted) : 0;
    }

    private long expired() {
        return grown(ServerCounts::expired);
    }

    private long grown(ToLongFunction<ServerCounts> figure) {
        return before.size() == after.size()
                ? Math.max(0, Reconciler.sum(after, figure) - Reconciler.sum(before, figure))
                : 0;
    }
}
