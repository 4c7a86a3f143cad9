// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.testkit;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.plateaubench.api.Distribution;
import org.plateaubench.api.Execution;
import org.plateaubench.api.Load;
import org.plateaubench.api.Mix;
import org.plateaubench.api.Pacing;
import org.plateaubench.api.SutAddress;
import org.plateaubench.api.UnitDefinition;
import org.plateaubench.api.WorkloadDefinition;
import org.plateaubench.measure.recorder.DistinctErrors;
import org.plateaubench.measure.recorder.RecordedTotals;
import org.plateaubench.spi.Workload;
import org.plateaubench.spi.WorkloadContext;
import org.plateaubench.testkit.LongRunUse.Descriptors;

/**
 * Checks a workload on a real SUT. {@link WorkloadContract} and {@link DataSetContract} make parts of the check in JUnit,
 * and {@code plateau plugin check} makes all of it. One thread at a time.
 *
 * @param <P> parameters of the workload
 */
public final class WorkloadCheck<P extends Record> {
    static final int USERS = 4;
    private static final Duration THINK = Duration.ofMillis(10);
    private static final Duration SHORT_TIMEOUT = Duration.ofMillis(500);
    private static final Duration STALLED_RUN = Duration.ofSeconds(3);
    /** The check ends the run itself. */
    private static final Duration UNTIL_ENDED = Duration.ofHours(1);
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
    final WorkloadDefinition definition;
    final Conditions conditions;
    final CheckReport report;
    private final @Nullable SutRelay relay;
    private final WorkloadContext<P> direct;
    private final DataSetCheck<P> data;
    /** The totals of the last run. */
    private RecordedTotals sent = new RecordedTotals();

    private boolean isReconciled;

    /** Makes the steps of a check. A plugin may hang or throw in each of them. */
    @FunctionalInterface
    public interface Steps {
        /** Makes a step that may start servers or load data. If it throws, the plugin breaks the rule. */
        void run(CheckRule rule, String subject, Step step) throws InterruptedException;
    }

    /** A step of a check. */
    @FunctionalInterface
    public interface Step {
        /** Makes the step. */
        void make() throws Exception;
    }

    /**
     * What a workload is checked with.
     *
     * @param sut its SUT, null if it needs none
     * @param dataSeed the key that determines the data in the SUT
     * @param stall makes the SUT silent, also for connected clients, until the returned object is closed, which the same
     *     thread must do; if empty, a relay in front of the SUT does
     * @param foreign data in the SUT that does not belong to the plugin, if the caller can store some
     * @param observesProcess whether sockets, files and heap of this process are observed, which other tests change too
     * @param operations number of operations after which a run ends; a long run shows leaks
     * @param longest time after which a run ends even with fewer operations
     * @param expectedErrors error classes that may occur on a healthy SUT; if empty, any class of the driver may, in at
     *     most 1 % of the operations
     */
    public record Conditions(
            @Nullable SutAddress sut,
            long dataSeed,
            Optional<Callable<AutoCloseable>> stall,
            Optional<ForeignData> foreign,
            boolean observesProcess,
            long operations,
            Duration longest,
            Optional<Set<String>> expectedErrors) {}

    /** Creates the check, without changing anything yet. */
    public WorkloadCheck(Workload<P> workload, P parameters, Conditions conditions, CheckReport report)
            throws Exception {
        this.workload = workload;
        this.definition = workload.define(parameters);
        this.conditions = conditions;
        this.report = report;
        this.direct =
                new WorkloadContext<>(1, workload.name(), parameters, conditions.sut(), USERS, conditions.dataSeed());
        this.relay = conditions.sut() == null || conditions.stall().isPresent() ? null : new SutRelay(conditions.sut());
        this.data = new DataSetCheck<>(workload, direct, conditions.foreign(), report);
    }

    /** Makes the whole check. */
    public void check(Steps steps) throws InterruptedException {
        check(steps, definition.executions());
    }

    /** Makes the part of the check that is about data. */
    void checkData(Steps steps) throws InterruptedException {
        check(steps, List.of());
    }

    private void check(Steps steps, List<Execution> stalled) throws InterruptedException {
        String whole = "workload " + workload.name();
        steps.run(CheckRule.DATA, whole, data::prepare);
        if (!data.isPrepared()) {
            return;
        }
        for (Execution execution : definition.executions()) {
            String subject = subject(execution);
            steps.run(CheckRule.DATA, subject, data::restore);
            steps.run(CheckRule.RUN, subject, () -> drive(execution));
            steps.run(CheckRule.RECONCILE, subject, () -> reconcile(execution));
        }
        Execution last = definition.executions().getLast();
        steps.run(CheckRule.RECONCILE, subject(last), () -> repeat(last));
        for (Execution execution : stalled) {
            steps.run(CheckRule.ABORT, subject(execution), () -> stall(execution));
        }
        steps.run(CheckRule.DATA, whole, data::clear);
    }

    /** Makes a long run, which shows faults, errors, leaks, and the cost of an operation. */
    void drive(Execution execution) throws Exception {
        String subject = subject(execution);
        long operations = conditions.operations();
        report.doing("running " + subject + (operations == Long.MAX_VALUE ? "" : ", " + operations + " operations"));
        sent = new RecordedTotals();
        Optional<Descriptors> before = Descriptors.now();
        ContractRun run = unpaced(execution);
        LongRunUse use = null;
        try (run) {
            run.start();
            if (run.succeeds(HOPELESS)) {
                if (conditions.observesProcess()) {
                    use = use(run);
                } else {
                    run.awaitEnded(operations, conditions.longest());
                }
                run.end();
            } else {
                report.broken(CheckRule.RUN, subject, "no operation succeeds.");
            }
        }
        run.addTo(sent);
        failures(run, subject);
        if (use != null) {
            leaks(use, subject);
            overhead(use.cost(), subject);
        }
        if (conditions.observesProcess()) {
            descriptors(use, before, subject);
        }
    }

    private LongRunUse use(ContractRun run) throws InterruptedException {
        long operations = conditions.operations();
        LongRunUse use = LongRunUse.of(run, operations, conditions.longest());
        return use.heapGrowth() > heapBorne(use)
                ? use.confirmedBy(LongRunUse.of(run, operations, conditions.longest()))
                : use;
    }

    /** A run whose users never pause. */
    private ContractRun unpaced(Execution execution) throws Exception {
        return unpaced(execution, definition.mix());
    }

    ContractRun unpaced(Execution execution, Mix mix) throws Exception {
        WorkloadDefinition driven = ContractRun.with(definition, definition.operations(), mix);
        // Collections of garbage, by which the heap is read, must not fall into the drain.
        return run(direct, driven, execution, USERS, Duration.ZERO, UNTIL_ENDED).withoutTimes();
    }

    private ContractRun run(
            WorkloadContext<P> context,
            WorkloadDefinition driven,
            Execution execution,
            int users,
            Duration think,
            Duration steady)
            throws Exception {
        Map<String, Pacing> pacing = new HashMap<>();
        for (UnitDefinition unit : driven.units()) {
            pacing.put(unit.name(), Pacing.think(new Distribution.Fixed(think)));
        }
        Load load = new Load.Closed(users, 1);
        return new ContractRun(workload.open(context), workload.name(), driven, execution, load, pacing, steady);
    }

    String subject(Execution execution) {
        return "workload " + workload.name() + ", " + label(execution);
    }

    private static String label(Execution execution) {
        return execution.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    private void failures(ContractRun run, String subject) {
        List<String> problems = new ArrayList<>();
        long errors = 0;
        for (DistinctErrors.Entry error : run.errors()) {
            boolean isFault = error.errorClass().equals(DistinctErrors.PLUGIN_FAULT);
            errors += isFault ? 0 : error.count();
            String why = why(error);
            if (problems.size() < ERRORS_TOLD && !why.isEmpty()) {
                problems.add(why + ", " + ContractRun.described(error) + ".");
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
        if (problems.isEmpty() && conditions.expectedErrors().isEmpty() && errors > ERRORS_BORNE * run.ended()) {
            String all = run.ended() == 0 ? " attempts to connect" : " of " + run.ended() + " operations";
            problems.add(errors + all + " failed on a healthy SUT, such as "
                    + ContractRun.described(run.errors().getFirst()) + ".");
        }
        report.judge(CheckRule.RUN, subject, problems, run.successes() + " operations succeeded.");
    }

    /** Why an error must not occur at all; empty if it may. */
    private String why(DistinctErrors.Entry error) {
        if (error.errorClass().equals(DistinctErrors.PLUGIN_FAULT)) {
            return "the plugin fails by its own fault";
        }
        if (error.errorClass().equals("exception")) {
            return "an exception is not a coded outcome";
        }
        boolean isExpected = error.operation().equals(DistinctErrors.CONNECT)
                || conditions.expectedErrors().isEmpty()
                || conditions.expectedErrors().get().contains(error.errorClass());
        return isExpected ? "" : "an error that is not expected on a healthy SUT";
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
        if (cost.operations() == 0) {
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

    private void descriptors(@Nullable LongRunUse use, Optional<Descriptors> before, String subject) throws Exception {
        Optional<Descriptors> grown = use == null ? before.map(none -> new Descriptors(0, 0)) : use.descriptorGrowth();
        if (before.isEmpty() || grown.isEmpty()) {
            report.notChecked(CheckRule.SOCKETS, subject, "this platform does not list open sockets.");
            report.notChecked(CheckRule.FILES, subject, "this platform does not list open files.");
            return;
        }
        long operations = use == null ? 0 : use.operations();
        Descriptors left = left(before.get());
        judge(CheckRule.SOCKETS, subject, grown.get().sockets(), operations, left.sockets());
        judge(CheckRule.FILES, subject, grown.get().files(), operations, left.files());
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
    private static Descriptors left(Descriptors before) throws Exception {
        Deadline.await(Duration.ofSeconds(5), () -> {
            Descriptors left = Descriptors.now().orElse(before).minus(before);
            return left.sockets() <= 0 && left.files() <= 0;
        });
        return Descriptors.now().orElse(before).minus(before);
    }

    /** Compares the content of the SUT with the totals of the last run. */
    private void reconcile(Execution execution) throws Exception {
        isReconciled = false;
        if (sent.names().isEmpty()) {
            report.notChecked(CheckRule.RECONCILE, subject(execution), "no operation has succeeded.");
        } else {
            isReconciled = data.reconcile(sent, label(execution));
        }
    }

    /**
     * Repeats the requests of the last run, which was reconciled, without counting them, so that the SUT has executed
     * each write twice. The reconciliation must detect this.
     */
    private void repeat(Execution execution) throws Exception {
        if (!isReconciled) {
            return;
        }
        report.doing("repeating the requests of " + subject(execution));
        ContractRun run = unpaced(execution);
        try (run) {
            run.start();
            run.awaitEnded(Math.min(conditions.operations(), REPEATED), conditions.longest());
            run.end();
        }
        data.doubled(sent);
    }

    /**
     * Runs against a SUT that falls silent. Operations must not end before their replies and must end after an abort.
     */
    private void stall(Execution execution) throws Exception {
        String subject = subject(execution);
        String why = whyNotStalled(subject);
        if (!why.isEmpty()) {
            report.notChecked(CheckRule.ABORT, subject, why);
            report.notChecked(CheckRule.REPLY, subject, why);
            return;
        }
        report.doing("stalling the SUT of " + subject);
        reply(execution);
        abort(execution);
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

    private AutoCloseable silence() throws Exception {
        return relay == null ? conditions.stall().orElseThrow().call() : relay.hold();
    }

    /** The context whose SUT falls silent. */
    private WorkloadContext<P> stalling() {
        return relay == null
                ? direct
                : new WorkloadContext<>(
                        1,
                        workload.name(),
                        direct.parameters(),
                        relay.address(),
                        USERS,
                        conditions.dataSeed(),
                        direct.files(),
                        WorkloadContext.Run.NONE);
    }

    /**
     * Runs while the SUT stalls, which makes it a server of known response times: every outstanding operation takes at
     * least as long as the stall. A driver that ends operations before their replies, or records too early an end,
     * reports shorter times, which no audit of a run could detect.
     */
    void reply(Execution execution) throws Exception {
        List<String> problems = new ArrayList<>();
        ContractRun run = run(stalling(), definition, execution, USERS, THINK, UNTIL_ENDED);
        try (run) {
            run.start();
            run.awaitSuccess();
            run.awaitConnected();
            long heldNanos;
            try (AutoCloseable _ = silence()) {
                heldNanos = run.hold(run.awaitAllBlocked());
            }
            run.end();
            long longer = run.longerThan(heldNanos);
            if (longer < USERS) {
                problems.add(longer + " operations took at least the " + heldNanos / 1_000_000
                        + " ms in which the SUT answered no client, while " + USERS
                        + " were in flight: a driver must not record an end before the reply has arrived.");
            }
        } catch (AssertionError e) {
            problems.add(e.getMessage() + ".");
        }
        report.judge(CheckRule.REPLY, subject(execution), problems, "operations end with their replies.");
    }

    /** Runs with short timeouts while the SUT is silent: each operation must be aborted and return. */
    void abort(Execution execution) throws Exception {
        List<String> problems = new ArrayList<>();
        Duration steady = conditions.longest().compareTo(STALLED_RUN) < 0 ? conditions.longest() : STALLED_RUN;
        ContractRun run = run(stalling(), withTimeout(definition), execution, 1, THINK, steady);
        try (run) {
            run.start();
            run.awaitSuccess();
            try (AutoCloseable _ = silence()) {
                if (!run.awaitEnd()) {
                    problems.add("the run did not end in time while the SUT was silent.");
                }
            }
        } catch (AssertionError e) {
            problems.add(e.getMessage() + ".");
        }
        Set<String> classes = run.errorClasses();
        if (problems.isEmpty() && (!classes.contains("timeout") || classes.contains(DistinctErrors.PLUGIN_FAULT))) {
            problems.add("while the SUT was silent the error classes were " + classes
                    + "; there must be timeout, and no plugin-fault: " + run.errors() + ".");
        }
        if (run.lostUsers() > 0) {
            problems.add(run.lostUsers() + " users did not return from their abort.");
        }
        report.judge(CheckRule.ABORT, subject(execution), problems, "blocked operations were aborted.");
    }

    private static WorkloadDefinition withTimeout(WorkloadDefinition definition) {
        return ContractRun.with(
                definition,
                definition.operations().stream()
                        .map(operation -> operation.withTimeout(SHORT_TIMEOUT))
                        .toList(),
                definition.mix());
    }

    /** Releases the data set and the relays. */
    public void close() throws Exception {
        data.close();
        if (relay != null) {
            relay.close();
        }
    }
}
