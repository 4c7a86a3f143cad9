// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.testkit;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import org.plateaubench.api.DataPolicy;
import org.plateaubench.api.Finding;
import org.plateaubench.api.OutcomeKind;
import org.plateaubench.measure.recorder.RecordedTotals;
import org.plateaubench.spi.Acknowledged;
import org.plateaubench.spi.DataSet;
import org.plateaubench.spi.Progress;
import org.plateaubench.spi.Reconciliation;
import org.plateaubench.spi.SentTotals;
import org.plateaubench.spi.Workload;
import org.plateaubench.spi.WorkloadContext;

/**
 * Checks the data set of a workload on a real SUT: it is prepared with every policy, reconciled after runs, and
 * cleared, while other data is not changed. Used by one thread.
 *
 * @param <P> parameters of the workload
 */
final class DataSetCheck<P extends Record> {
    private final DataSet data;
    private final WorkloadContext<P> context;
    private final Optional<ForeignData> foreign;
    private final CheckReport report;
    private final String subject;
    private @Nullable String foreignBefore;
    /** The best policy for restoring the data that is not refused. */
    private @Nullable DataPolicy accepted;

    private boolean isPrepared;
    /** The compared quantities after a run during which nothing else had used the SUT. */
    private List<String> undisturbed = List.of();

    DataSetCheck(Workload<P> workload, WorkloadContext<P> context, Optional<ForeignData> foreign, CheckReport report)
            throws Exception {
        this.data = workload.dataSet(context);
        this.context = context;
        this.foreign = foreign;
        this.report = report;
        this.subject = "data of workload " + workload.name();
    }

    private boolean isNone() {
        return data.equals(DataSet.NONE);
    }

    /** Whether a run can begin; false if the data set refuses every policy on this SUT or {@link #prepare} has failed. */
    boolean isPrepared() {
        return isNone() || isPrepared;
    }

    /** Prepares the data with each policy, the first time from an empty SUT, and leaves it ready for a run. */
    void prepare() throws Exception {
        if (isNone()) {
            report.notChecked(CheckRule.DATA, "workload " + context.name(), "it has no data set.");
            return;
        }
        if (foreign.isPresent()) {
            foreign.get().store(context.requiredSut());
            foreignBefore = foreign.get().read(context.requiredSut());
        }
        int before = report.broken().size();
        for (DataPolicy policy : List.of(DataPolicy.RELOAD, DataPolicy.REUSE, DataPolicy.RELOAD, DataPolicy.RESET)) {
            if (isRefused(policy)) {
                continue;
            }
            accepted = policy;
            data.prepare(policy, Progress.SILENT);
            reportProblems("verify() after prepare(" + policy + ")", data.verify());
            requireForeignData("prepare(" + policy + ")");
        }
        if (accepted == null) {
            report.notChecked(
                    CheckRule.RUN,
                    "workload " + context.name(),
                    "its data set prepares nothing on this SUT: give it other parameters, or a SUT that is"
                            + " ready for it.");
            return;
        }
        isPrepared = true;
        data.incarnations();
        data.describe();
        if (report.broken().size() == before) {
            report.kept(CheckRule.DATA, subject, "prepared repeatedly, restored and verified.");
        }
    }

    /** Prepares the data again, since a run has used it, or the SUT has counted how other data was read. */
    void restore() throws Exception {
        if (accepted != null) {
            data.prepare(accepted, Progress.SILENT);
            data.verify();
        }
    }

    /**
     * Whether the preflight refuses the policy. A data set need not support every policy, for example if another
     * program creates its tables.
     */
    private boolean isRefused(DataPolicy policy) throws Exception {
        Optional<Finding> refusal = data.preflight(policy).stream()
                .filter(finding -> finding.severity() == Finding.Severity.PROBLEM)
                .findFirst();
        refusal.ifPresent(why -> report.notChecked(CheckRule.DATA, subject + ", policy " + policy, why.toString()));
        return refusal.isPresent();
    }

    private void reportProblems(String call, List<Finding> findings) {
        findings.stream()
                .filter(finding -> finding.severity() == Finding.Severity.PROBLEM)
                .forEach(finding -> report.broken(CheckRule.DATA, subject, call + " reports: " + finding));
    }

    private void requireForeignData(String after) throws Exception {
        if (foreignBefore != null
                && !foreign.orElseThrow().read(context.requiredSut()).equals(foreignBefore)) {
            report.broken(
                    CheckRule.FOREIGN_DATA, subject, after + " changed data in the SUT that is not the plugin's.");
            foreignBefore = null;
        }
    }

    /**
     * Compares the contents of the SUT with the totals of a run since {@link #restore}, and with changed totals;
     * returns whether a lost write is detected.
     */
    boolean reconcile(RecordedTotals sent, String run) throws Exception {
        String compared = subject + ", " + run;
        List<Reconciliation> rows = data.reconcile(sent);
        undisturbed = rows.stream().map(Reconciliation::what).toList();
        if (rows.isEmpty()) {
            report.notChecked(
                    CheckRule.RECONCILE, compared, "reconcile() compares nothing; a workload that writes must.");
            return false;
        }
        List<Reconciliation> tested =
                rows.stream().filter(row -> row.untested().isEmpty()).toList();
        if (tested.isEmpty()) {
            report.notChecked(CheckRule.RECONCILE, compared, rows.getFirst().untested());
            return false;
        }
        List<String> problems = new ArrayList<>();
        tested.stream()
                .filter(row -> !row.isMet())
                .forEach(row -> problems.add(row.what() + ": " + row.expected() + " sent and " + row.actual()
                        + " found after a run in which the SUT lost nothing."));
        if (problems.isEmpty() && !isLossNoticed(sent, tested)) {
            problems.add("a write that the SUT acknowledged and lost is not noticed: no row depends on what was sent.");
        }
        report.judge(CheckRule.RECONCILE, compared, problems, "writes that the SUT has lost are noticed.");
        return problems.isEmpty();
    }

    /** Compares again after the requests of that run were sent twice. */
    void reconcileDoubled(RecordedTotals sent) throws Exception {
        String compared = subject + ", doubled writes";
        List<Reconciliation> rows = data.reconcile(sent);
        if (rows.stream().anyMatch(row -> !row.isMet())) {
            report.kept(CheckRule.RECONCILE, compared, "writes that the SUT has done twice are noticed.");
        } else if (isLossNoticed(sent, rows)) {
            report.notChecked(
                    CheckRule.RECONCILE, compared, "what is written twice changes nothing that reconcile() compares.");
        } else if (!rows.stream().map(Reconciliation::what).toList().equals(undisturbed)) {
            report.notChecked(
                    CheckRule.RECONCILE,
                    compared,
                    "reconcile() takes them for the work of another client, and compares: "
                            + rows.getFirst().what() + ".");
        } else {
            report.broken(
                    CheckRule.RECONCILE,
                    compared,
                    "writes that the SUT has done twice are not noticed, and hide those that it loses.");
        }
    }

    private boolean isLossNoticed(RecordedTotals sent, List<Reconciliation> rows) throws Exception {
        // Each write of unknown outcome that the SUT has executed can hide a lost one.
        long uncertain =
                rows.stream().mapToLong(Reconciliation::uncertain).max().orElse(0);
        long more = 1 + 2 * uncertain;
        for (String name : sent.names()) {
            if (data.reconcile(new InflatedTotals(sent, name, more)).stream().anyMatch(row -> !row.isMet())) {
                return true;
            }
        }
        return false;
    }

    /** Totals with one larger value, as if the SUT had lost acknowledged operations. */
    private record InflatedTotals(SentTotals real, String name, long more) implements SentTotals {
        @Override
        public long operations(String operation, OutcomeKind outcome) {
            long count = real.operations(operation, outcome);
            return operation.equals(name) && outcome == OutcomeKind.OK ? count + more : count;
        }

        @Override
        public long counter(String counter) {
            return real.counter(counter) + (counter.equals(name) ? more : 0);
        }

        @Override
        public Acknowledged.Sample acknowledged(String kind) {
            return real.acknowledged(kind);
        }
    }

    /** Clears the data, twice, and checks that it can be loaded again, also after an interrupted load. */
    void clear() throws Exception {
        if (isNone()) {
            return;
        }
        int before = report.broken().size();
        data.clear(Progress.SILENT);
        requireForeignData("clear()");
        data.clear(Progress.SILENT);
        String load = interruptLoad() ? "an interrupted load" : "clear()";
        data.prepare(DataPolicy.REUSE, Progress.SILENT);
        reportProblems("verify() after " + load + " and prepare(REUSE)", data.verify());
        data.clear(Progress.SILENT);
        requireForeignData("clear()");
        if (report.broken().size() == before) {
            report.kept(CheckRule.DATA, subject, "cleared twice and loaded again after " + load + ".");
        }
        if (foreign.isEmpty()) {
            report.notChecked(
                    CheckRule.FOREIGN_DATA,
                    subject,
                    "only someone who knows the SUT can store foreign data; a test gives it to the contract of data"
                            + " sets.");
        } else if (foreignBefore != null) {
            report.kept(CheckRule.FOREIGN_DATA, subject, "foreign data was not changed.");
        }
    }

    /** Begins to load, and interrupts the load when it has reported progress; returns whether it was broken off. */
    private boolean interruptLoad() {
        Thread loading = Thread.currentThread();
        AtomicBoolean isInterrupted = new AtomicBoolean();
        try {
            data.prepare(DataPolicy.REUSE, (activity, done, total, unit) -> {
                if (done > 0 && isInterrupted.compareAndSet(false, true)) {
                    loading.interrupt();
                }
            });
            return false;
        } catch (Exception e) {
            return true;
        } finally {
            Thread.interrupted();
        }
    }

    void close() throws Exception {
        data.close();
    }
}
