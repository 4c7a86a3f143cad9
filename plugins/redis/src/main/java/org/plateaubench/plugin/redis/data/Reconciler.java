// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.redis.data;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.function.ToLongFunction;
import org.plateaubench.api.OutcomeKind;
import org.plateaubench.plugin.redis.command.RedisMeasure;
import org.plateaubench.plugin.redis.command.RedisOperation;
import org.plateaubench.plugin.redis.command.RedisParameters;
import org.plateaubench.plugin.redis.service.RedisAddress.Topology;
import org.plateaubench.spi.Reconciliation;
import org.plateaubench.spi.SentTotals;

/**
 * Compares the counts of the servers with the sent commands. The allowance is the commands of unknown fate: errors,
 * some of which arrived, abandoned commands, and redirected commands. If other clients may have used the servers,
 * surplus commands are assumed to be theirs, and only missing ones are a difference.
 */
final class Reconciler {
    /**
     * Connections of the harness itself to a server meanwhile: telemetry, this count, the check of availability, and
     * the check for a restart before and after the load.
     */
    private static final int OWN_CONNECTIONS = 6;

    private final DataLocations locations;
    private final RedisParameters parameters;
    private final List<ServerCounts> before;
    private final List<ServerCounts> after;
    private final SentTotals sent;

    Reconciler(
            DataLocations locations,
            RedisParameters parameters,
            List<ServerCounts> before,
            List<ServerCounts> after,
            SentTotals sent) {
        this.locations = locations;
        this.parameters = parameters;
        this.before = List.copyOf(before);
        this.after = List.copyOf(after);
        this.sent = sent;
    }

    /** Returns the rows of commands and keys. */
    List<Reconciliation> rows() {
        List<Reconciliation> rows = new ArrayList<>();
        long restarted = restarted(before, after);
        if (restarted > 0) {
            long commands = used().stream().mapToLong(this::ok).sum();
            rows.add(new Reconciliation("commands of all kinds", commands, 0, 0)
                    .butUntested((restarted == 1 ? "A server was" : restarted + " servers were")
                            + " restarted and counted from 0 again."));
            if (keepsItsKeys() && !hasOtherClients()) {
                rows.add(keysOfTheServers());
            }
            return rows;
        }
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
        long expectedKeys = sum(before, ServerCounts::keys);
        long found = sum(after, ServerCounts::keys);
        return new Reconciliation(
                "keys of the servers", expectedKeys, found, expectedKeys, found, 0, Reconciliation.Kind.SUM, "");
    }

    /** Returns how many servers were restarted in between. */
    static long restarted(List<ServerCounts> before, List<ServerCounts> after) {
        long count = 0;
        for (int i = 0; i < before.size(); i++) {
            count += before.get(i).runId().equals(after.get(i).runId()) ? 0 : 1;
        }
        return count;
    }

    private Set<RedisOperation> used() {
        Set<RedisOperation> used = EnumSet.noneOf(RedisOperation.class);
        for (RedisOperation operation : RedisOperation.ALL) {
            if (ok(operation) + uncertain(operation) > 0) {
                used.add(operation);
            }
        }
        return used;
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
        String word = operation.word();
        long counted = sum(after, counts -> counts.of(word)) - sum(before, counts -> counts.of(word));
        return alone
                ? new Reconciliation(
                        "commands " + word,
                        sum(before, counts -> counts.of(word)),
                        sum(after, counts -> counts.of(word)),
                        expected,
                        counted,
                        uncertain,
                        Reconciliation.Kind.SUM,
                        "")
                : new Reconciliation(
                        "commands " + word + ", at least, since others may use the servers",
                        expected,
                        Math.min(counted, expected + uncertain),
                        uncertain);
    }

    /**
     * Returns whether there were no other clients: surplus connections belong to other clients, and so do clients
     * connected all the time.
     */
    private boolean isAlone() {
        long made = sent.counter(RedisMeasure.CONNECTIONS.title())
                + sent.counter(RedisMeasure.REDIRECTS.title())
                + (long) OWN_CONNECTIONS * after.size();
        long taken = sum(after, ServerCounts::connections) - sum(before, ServerCounts::connections);
        return !hasOtherClients() && taken <= made;
    }

    private boolean hasOtherClients() {
        return before.stream().anyMatch(ServerCounts::hasOtherClients)
                || after.stream().anyMatch(ServerCounts::hasOtherClients);
    }

    /** Returns whether no command can have created or removed a key. */
    private boolean keepsItsKeys() {
        boolean mayEvict = before.stream().anyMatch(ServerCounts::mayEvict)
                || after.stream().anyMatch(ServerCounts::mayEvict);
        boolean lost = (restarted(before, after) > 0 && mayEvict)
                || sum(after, ServerCounts::evicted) > sum(before, ServerCounts::evicted)
                || sum(after, ServerCounts::expired) > sum(before, ServerCounts::expired);
        boolean lives = parameters.timeToLive().isPositive();
        boolean all = parameters.fill() == 100;
        for (RedisOperation operation : used()) {
            all &= parameters.fillKinds().contains(operation.family());
            lives |= operation == RedisOperation.EXPIRE || operation == RedisOperation.LPOP;
        }
        return all && !lives && !lost;
    }

    static long sum(List<ServerCounts> servers, ToLongFunction<ServerCounts> figure) {
        return servers.stream().mapToLong(figure).sum();
    }
}
