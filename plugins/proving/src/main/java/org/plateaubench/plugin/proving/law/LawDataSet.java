// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.proving.law;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.plateaubench.api.DataPolicy;
import org.plateaubench.api.Finding;
import org.plateaubench.spi.DataSet;
import org.plateaubench.spi.Progress;
import org.plateaubench.spi.Reconciliation;
import org.plateaubench.spi.SentTotals;

/** Compares the counts of server and clients; there is no data. */
final class LawDataSet implements DataSet {
    private static final String RECEIVED = "received";
    private static final String ANSWERED = "answered";

    private final InetSocketAddress server;
    private final long tally;
    private ServerCounts.Totals before = new ServerCounts.Totals(0, 0, 0, 0, 0, 0, 0);

    LawDataSet(InetSocketAddress server, long tally) {
        this.server = server;
        this.tally = tally;
    }

    private ServerCounts.Totals totals() throws IOException {
        try (LawClient client = LawClient.connect(server)) {
            return client.totals(tally);
        }
    }

    @Override
    public List<Finding> preflight(DataPolicy policy) {
        try {
            totals();
            return List.of();
        } catch (IOException e) {
            return List.of(Finding.problem(
                    "No server of a known law answers at " + server + " (" + e.getMessage() + ").",
                    "Name a SUT of service known-law."));
        }
    }

    @Override
    public void prepare(DataPolicy policy, Progress progress) throws IOException {
        before = totals();
    }

    @Override
    public Optional<Map<String, String>> baseline() {
        return Optional.of(
                Map.of(RECEIVED, String.valueOf(before.received()), ANSWERED, String.valueOf(before.answered())));
    }

    @Override
    public void resume(Map<String, String> baseline) {
        before = new ServerCounts.Totals(number(baseline, RECEIVED), number(baseline, ANSWERED), 0, 0, 0, 0, 0);
    }

    private static long number(Map<String, String> baseline, String name) {
        return Long.parseLong(baseline.getOrDefault(name, ""));
    }

    /** Compares the counts. An answer that was no longer awaited may be counted by the server and not by the client. */
    @Override
    public List<Reconciliation> reconcile(SentTotals sent) throws IOException {
        ServerCounts.Totals now = totals();
        long asked = sent.counter(LawExchange.SENT);
        long answered = sent.counter(LawExchange.ANSWERED);
        List<Reconciliation> rows = List.of(
                row("questions", asked, before.received(), now.received(), asked - answered),
                row("answers", answered, before.answered(), now.answered(), asked - answered));
        boolean restarted = now.received() < before.received();
        return restarted
                ? rows.stream()
                        .map(row -> row.butUntested("The server counts less than before the run: it was restarted."))
                        .toList()
                : rows;
    }

    private static Reconciliation row(String what, long sent, long before, long after, long uncertain) {
        return new Reconciliation(
                what, before, after, sent, Math.max(0, after - before), uncertain, Reconciliation.Kind.SUM, "");
    }
}
