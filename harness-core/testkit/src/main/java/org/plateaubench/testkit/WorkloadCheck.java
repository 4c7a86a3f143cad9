// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.testkit;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.plateaubench.api.Execution;
import org.plateaubench.api.Load;
import org.plateaubench.api.SutAddress;
import org.plateaubench.api.WorkloadDefinition;
import org.plateaubench.measure.recorder.DistinctErrors;
import org.plateaubench.measure.recorder.RecordedTotals;
import org.plateaubench.spi.Workload;
import org.plateaubench.spi.WorkloadContext;
import org.plateaubench.spi.WorkloadSession;
import org.plateaubench.testkit.ProcessUse.Descriptors;

/**
 * Checks a workload on a real SUT, step by step in the order of the methods. A step blocks as long as the plugin does,
 * so the caller must bound it. One thread at a time.
 *
 * @param <P> parameters of the workload
 */
public final class WorkloadCheck<P extends Record> {
    private static final int USERS = 4;
    private static final Duration STALLED_RUN = Duration.ofSeconds(3);
    /** Number of operations that are repeated, so large because few of them may be writes. */
    private static final long REPEATED = 1_000;

    /** Memory by which the harness's histograms may grow when response times have a larger range than before. */
    private static final long HARNESS_GROWTH_BYTES = 2_000_000;

    private static final long BYTES_PER_OPERATION = 24;
    private static final long TELLING_OPERATIONS = 1_000;
    private static final int MOST_DESCRIPTORS_MORE = 2 * USERS;
    private static final double ERRORS_BORNE = 0.01;
    private static final int ERRORS_TOLD = 3;
    private static final int BEGINNING = 100;
    private static final Pattern OF_USER = Pattern.compile("^user \\d+:? ");
    /**
     * Number of failures at the beginning of a run, without a success, after which further failures show nothing new.
     */
    private static final long HOPELESS = 20;

    private final Workload<P> workload;
    private final P parameters;
    private final long operations;
    private final Duration longest;
    private final CheckReport report;
    private final @Nullable SutRelay relay;
    private final WorkloadContext<P> direct;
    private final DataSetCheck<P> data;
    /** The totals of the last run. */
    private RecordedTotals sent = new RecordedTotals();

    private boolean isReconciled;

    /**
     * The length of a run.
     *
     * @param operations number of operations after which it ends
     * @param longest time after which it ends even with fewer operations
     */
    public record Length(long operations, Duration longest) {}

    /**
     * Creates the check, without changing anything yet.
     *
     * @param sut its SUT, null if it needs none
     * @param foreign data in that SUT that does not belong to the plugin, if the caller can store some
     * @param length length of each long run, which shows leaks
     */
    public WorkloadCheck(
            Workload<P> workload,
            P parameters,
            @Nullable SutAddress sut,
            Optional<ForeignData> foreign,
            Length length,
            CheckReport report)
            throws Exception {
        this.workload = workload;
        this.parameters = parameters;
        this.operations = length.operations();
        this.longest = length.longest();
        this.report = report;
        this.relay = sut == null ? null : new SutRelay(sut);
        this.direct = context(sut);
        this.data = new DataSetCheck<>(workload, direct, foreign, report);
    }

    private WorkloadContext<P> context(@Nullable SutAddress sut) {
        return new WorkloadContext<>(1, workload.name(), parameters, sut, USERS, 42);
    }

    /** The executions that the workload declares. */
    public List<Execution> executions() {
        return workload.define(parameters).executions();
    }

    /**
     * Prepares the data of the workload.
     *
     * @return whether the workload can run; false if its data set refuses to prepare anything on this SUT
     */
    public boolean prepare() throws Exception {
        if (data.hasData()) {
            return data.prepare();
        }
        report.notChecked(CheckRule.DATA, "workload " + workload.name(), "it has no data set.");
        return true;
    }

    /** Restores the data that a run has used; does nothing after {@link #prepare}. */
    public void restore() throws Exception {
        if (data.hasData()) {
            data.restore();
        }
    }

    /** Makes a long run, which shows faults, errors, leaks, and the cost of an operation. */
    public void drive(Execution execution) throws Exception {
        String subject = subject(execution);
        report.doing("running " + subject + ", " + operations + " operations");
        sent = new RecordedTotals();
        Optional<Descriptors> before = Descriptors.now();
        WorkloadSession session = workload.open(direct);
        ContractRun run = unpaced(execution);
        LongRunUse use = null;
        try (run) {
            run.start(session);
            if (run.succeeds(HOPELESS)) {
                use = use(run);
                run.end();
            } else {
                report.broken(CheckRule.RUN, subject, "no operation succeeds.");
            }
        } catch (AssertionError e) {
            report.broken(CheckRule.RUN, subject, e.getMessage() + ".");
        } finally {
            session.close();
        }
        run.addTo(sent);
        failures(run, subject);
        if (use != null) {
            leaks(use, subject);
            overhead(use.cost(), subject);
        }
        descriptors(use, before, subject);
    }

    private LongRunUse use(ContractRun run) throws InterruptedException {
        LongRunUse use = LongRunUse.of(run, operations, longest);
        return use.heapGrowth() > heapBorne(use) ? use.confirmedBy(LongRunUse.of(run, operations, longest)) : use;
    }

    /** A run whose users never pause. */
    private ContractRun unpaced(Execution execution) {
        WorkloadDefinition definition = workload.define(parameters);
        return new ContractRun(
                        workload.name(),
                        definition,
                        execution,
                        new Load.Closed(USERS, 1),
                        ShortRuns.pacing(definition, Duration.ZERO),
                        longest)
                .withoutTimes();
    }

    /** The subject of the results of an execution. */
    public String subject(Execution execution) {
        return "workload " + workload.name() + ", " + label(execution);
    }

    private static String label(Execution execution) {
        return execution.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    private void failures(ContractRun run, String subject) {
        List<String> problems = new ArrayList<>();
        long errors = 0;
        for (DistinctErrors.Entry error : run.errors()) {
            String text = ContractRun.described(error) + ".";
            boolean isFault = error.errorClass().equals(DistinctErrors.PLUGIN_FAULT);
            errors += isFault ? 0 : error.count();
            if (problems.size() < ERRORS_TOLD && (isFault || error.errorClass().equals("exception"))) {
                problems.add((isFault ? "the plugin fails by its own fault, " : "an exception is not a coded outcome, ")
                        + text);
            }
        }
        run.failures().stream()
                .map(failure -> OF_USER.matcher(failure).replaceFirst(""))
                .distinct()
                .filter(failure -> problems.stream().noneMatch(problem -> problem.contains(beginning(failure))))
                .limit(ERRORS_TOLD)
                .forEach(failure -> problems.add(failure.endsWith(".") ? failure : failure + "."));
        if (run.lostUsers() > 0) {
            problems.add(run.lostUsers() + " users did not return from a call of their driver.");
        }
        if (problems.isEmpty() && errors > ERRORS_BORNE * run.ended()) {
            String all = run.ended() == 0 ? " attempts to connect" : " of " + run.ended() + " operations";
            problems.add(errors + all + " failed on a healthy SUT, such as "
                    + ContractRun.described(run.errors().getFirst()) + ".");
        }
        report.judge(CheckRule.RUN, subject, problems, run.successes() + " operations succeeded.");
    }

    /** The beginning of a text, because messages of errors are cut at some length. */
    private static String beginning(String text) {
        return text.substring(0, Math.min(BEGINNING, text.length()));
    }

    private void leaks(LongRunUse use, String subject) {
        if (use.operations() < TELLING_OPERATIONS) {
            report.notChecked(
                    CheckRule.HEAP,
                    subject,
                    "only " + use.operations() + " operations ended once it was warm, fewer than " + TELLING_OPERATIONS
                            + ".");
            return;
        }
        long borne = heapBorne(use);
        String seen = "the heap grew by " + use.heapGrowth() / 1000 + " kB over " + use.operations()
                + " operations, at most " + borne / 1000 + " kB is allowed.";
        report.judge(CheckRule.HEAP, subject, use.heapGrowth() > borne ? List.of(seen) : List.of(), seen);
    }

    private static long heapBorne(LongRunUse use) {
        return HARNESS_GROWTH_BYTES + BYTES_PER_OPERATION * use.operations();
    }

    private void overhead(LongRunUse.Cost cost, String subject) {
        if (cost.operations() == 0 || cost.allocatedBytes() < 0 || cost.processorNanos() <= 0) {
            report.notChecked(CheckRule.OVERHEAD, subject, "nothing was measured.");
            return;
        }
        double micros = cost.processorNanos() / 1e3 / cost.operations();
        report.kept(
                CheckRule.OVERHEAD,
                subject,
                Math.round(cost.operations() * 1e9 / cost.nanos()) + " operations/s of " + USERS
                        + " users without pauses against " + (direct.sut() == null ? "no SUT" : "the SUT")
                        + String.format(
                                Locale.ROOT,
                                "; each takes %.1f µs of processor time and %d allocated bytes of this process, the"
                                        + " harness's share included, so one processor makes at most %.0f operations/s"
                                        + " against a SUT that answers at once.",
                                micros,
                                cost.allocatedBytes() / cost.operations(),
                                1e6 / micros));
    }

    private void descriptors(@Nullable LongRunUse use, Optional<Descriptors> before, String subject)
            throws InterruptedException {
        Optional<Descriptors> left = before.isPresent() ? settled(before.get()) : Optional.empty();
        Optional<Descriptors> grown = use == null ? Optional.of(new Descriptors(0, 0)) : use.descriptorGrowth();
        if (left.isEmpty() || grown.isEmpty()) {
            report.notChecked(CheckRule.SOCKETS, subject, "this platform does not list open sockets.");
            report.notChecked(CheckRule.FILES, subject, "this platform does not list open files.");
            return;
        }
        long operations = use == null ? 0 : use.operations();
        judge(
                CheckRule.SOCKETS,
                subject,
                grown.get().sockets(),
                operations,
                left.get().sockets());
        judge(
                CheckRule.FILES,
                subject,
                grown.get().files(),
                operations,
                left.get().files());
    }

    private void judge(CheckRule rule, String subject, long grown, long operations, long left) {
        List<String> problems = new ArrayList<>();
        if (grown > MOST_DESCRIPTORS_MORE) {
            problems.add(grown + " more " + rule.label() + " were open after " + operations + " operations.");
        }
        if (left > 0) {
            problems.add(left + " " + rule.label() + " stayed open after session and drivers were closed.");
        }
        report.judge(rule, subject, problems, "all " + rule.label() + " were closed.");
    }

    /** The remaining descriptors, awaited because a client library may close its sockets a moment later. */
    private static Optional<Descriptors> settled(Descriptors before) throws InterruptedException {
        Deadline deadline = Deadline.in(Duration.ofSeconds(5));
        Optional<Descriptors> open = Descriptors.now();
        while (open.isPresent() && !open.get().isWithin(before) && deadline.isAhead()) {
            deadline.rest();
            open = Descriptors.now();
        }
        return open.map(now -> now.minus(before));
    }

    /** Compares the content of the SUT with the totals of the last run. */
    public void reconcile(Execution execution) throws Exception {
        isReconciled = false;
        if (!data.hasData()) {
            report.notChecked(CheckRule.RECONCILE, subject(execution), "it has no data set.");
        } else if (sent.names().isEmpty()) {
            report.notChecked(CheckRule.RECONCILE, subject(execution), "no operation has succeeded.");
        } else {
            isReconciled = data.reconcile(sent, label(execution));
        }
    }

    /**
     * Repeats the requests of the last run, which was reconciled, without counting them, so that the SUT has executed
     * each write twice. The reconciliation must detect this.
     */
    public void repeat(Execution execution) throws Exception {
        if (!isReconciled) {
            return;
        }
        report.doing("repeating the requests of " + subject(execution));
        WorkloadSession session = workload.open(direct);
        try (ContractRun run = unpaced(execution)) {
            run.start(session);
            run.awaitEnded(Math.min(operations, REPEATED), longest);
            run.end();
        } finally {
            session.close();
        }
        data.doubled(sent);
    }

    /**
     * Runs against a SUT that falls silent. Operations must not end before their replies and must end after an abort.
     */
    public void stall(Execution execution) throws Exception {
        String subject = subject(execution);
        String why = whyNotStalled(subject);
        if (!why.isEmpty()) {
            report.notChecked(CheckRule.ABORT, subject, why);
            report.notChecked(CheckRule.REPLY, subject, why);
            return;
        }
        report.doing("stalling the SUT of " + subject);
        report.judge(CheckRule.REPLY, subject, held(execution), "operations end with their replies.");
        report.judge(CheckRule.ABORT, subject, aborted(execution), "blocked operations were aborted.");
    }

    private Duration stalledRun() {
        Duration half = longest.dividedBy(2);
        return half.compareTo(STALLED_RUN) < 0 ? half : STALLED_RUN;
    }

    private String whyNotStalled(String subject) {
        if (relay == null || !workload.needsSut()) {
            return "it needs no SUT (needsSut) that could fall silent.";
        }
        if (!relay.isPossible()) {
            return "the address of the SUT names no port of loopback to put a relay before.";
        }
        boolean isBroken = report.broken().stream()
                .anyMatch(finding ->
                        finding.rule() == CheckRule.RUN && finding.subject().equals(subject));
        return isBroken ? "it does not run on a SUT that answers either." : "";
    }

    private List<String> held(Execution execution) throws Exception {
        try {
            return relayedRuns(execution).early(relayed()::hold);
        } catch (AssertionError e) {
            return List.of(String.valueOf(e.getMessage()) + ".");
        }
    }

    private List<String> aborted(Execution execution) throws Exception {
        try {
            return relayedRuns(execution).unaborted(relayed()::hold, stalledRun());
        } catch (AssertionError e) {
            return List.of(String.valueOf(e.getMessage()) + ".");
        }
    }

    private ShortRuns<P> relayedRuns(Execution execution) {
        return new ShortRuns<>(workload, context(relayed().address()), execution);
    }

    private SutRelay relayed() {
        if (relay == null) {
            throw new IllegalStateException("there is no SUT");
        }
        return relay;
    }

    /** Clears the data. */
    public void clear() throws Exception {
        if (data.hasData()) {
            data.clear();
        }
    }

    /** Releases the data set and the relays. */
    public void close() throws Exception {
        data.close();
        if (relay != null) {
            relay.close();
        }
    }
}
