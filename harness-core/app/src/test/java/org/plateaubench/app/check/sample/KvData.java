// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.app.check.sample;

import java.io.IOException;
import java.util.List;
import org.plateaubench.api.DataPolicy;
import org.plateaubench.api.Finding;
import org.plateaubench.api.OutcomeKind;
import org.plateaubench.api.SutAddress;
import org.plateaubench.spi.DataSet;
import org.plateaubench.spi.Progress;
import org.plateaubench.spi.Reconciliation;
import org.plateaubench.spi.SentTotals;

/** The data, which is one number. */
final class KvData implements DataSet {
    /** The key that exists while the data is being loaded. */
    private static final String UNFINISHED = "plugin.unfinished";

    private final Flaw flaw;
    private final SutAddress sut;
    private long before;
    private boolean isPrepared;

    KvData(Flaw flaw, SutAddress sut) {
        this.flaw = flaw;
        this.sut = sut;
    }

    @Override
    public void prepare(DataPolicy policy, Progress progress) throws IOException, InterruptedException {
        if (flaw == Flaw.PREPARES_ONCE && isPrepared) {
            throw new IllegalStateException("there is data");
        }
        isPrepared = true;
        try (KvClient client = new KvClient(sut)) {
            if (flaw == Flaw.FORGETS_INTERRUPTS && client.ask("GET " + UNFINISHED) > 0) {
                return;
            }
            client.ask("ADD " + UNFINISHED);
            progress.report("storing", 1, 2, "numbers");
            if (Thread.interrupted()) {
                throw new InterruptedException();
            }
            client.ask("DELETE " + UNFINISHED);
            if (policy != DataPolicy.REUSE) {
                client.ask("DELETE " + Library.key());
            }
            before = client.ask("GET " + Library.key());
        }
    }

    @Override
    public List<Finding> verify() throws IOException {
        try (KvClient client = new KvClient(sut)) {
            boolean isUnfinished = client.ask("GET " + UNFINISHED) > 0;
            return isUnfinished ? List.of(Finding.problem("The load is unfinished.", "Load it.")) : List.of();
        }
    }

    @Override
    public void clear(Progress progress) throws IOException {
        try (KvClient client = new KvClient(sut)) {
            client.ask("DELETE " + UNFINISHED);
            client.ask("DELETE " + Library.key());
        }
    }

    @Override
    public List<Reconciliation> reconcile(SentTotals sent) throws IOException {
        try (KvClient client = new KvClient(sut)) {
            long after = client.ask("GET " + Library.key());
            long uncertain = sent.operations("add", OutcomeKind.ERROR) + sent.operations("add", OutcomeKind.ABANDONED);
            long expected = switch (flaw) {
                case BLIND_RECONCILE -> after - before;
                // The server may have carried out uncertain operations.
                case LOSES_WRITES -> sent.counter("added") + 1 + 2 * uncertain;
                default -> sent.counter("added");
            };
            long found = flaw == Flaw.MISSES_DOUBLED_WRITES ? Math.min(after, before + expected) : after;
            return List.of(Reconciliation.grown("sum", before, found, expected, uncertain));
        }
    }
}
