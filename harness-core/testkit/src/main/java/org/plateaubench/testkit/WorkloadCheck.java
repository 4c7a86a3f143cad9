// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.testkit;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.plateaubench.api.Answers;
import org.plateaubench.api.Execution;
import org.plateaubench.api.Finding;
import org.plateaubench.api.Mix;
import org.plateaubench.api.OperationDefinition;
import org.plateaubench.api.Outcome;
import org.plateaubench.api.SutAddress;
import org.plateaubench.api.WorkloadDefinition;
import org.plateaubench.measure.recorder.DistinctErrors;
import org.plateaubench.measure.recorder.RecordedTotals;
import org.plateaubench.spi.Workload;
import org.plateaubench.spi.WorkloadContext;

/**
 * Checks a workload on a real SUT. {@link WorkloadContract} and {@link DataSetContract} run parts of the check in
 * JUnit, and {@code plateau plugin check} runs all of it. Not thread-safe.
 *
 * @param <P> parameters of the workload
 */
public final class WorkloadCheck<P extends Record> {
    /** Key of the draws of the data in the SUT. */
    public static final long DATA_SEED = 42;

    /** Classes of errors that do not follow from an answer. */
    private static final Set<String> NO_ANSWER = Set.of(Outcome.TIMEOUT, DistinctErrors.PLUGIN_FAULT, "exception");

    private static final Duration SHORT_TIMEOUT = Duration.ofMillis(500);
    /** Long enough for a user to reconnect to the silent SUT. */
    private static final Duration SILENCE = Duration.ofSeconds(3);
    /** Number of operations that are repeated, so large because few of them may be writes. */
    private static final long REPEATED = 1_000;

    /** Memory by which the harness's histograms may grow when response times have a larger range than before. */
    private static final long HARNESS_GROWTH_BYTES = 2_000_000;

    private static final long BYTES_PER_OPERATION = 24;
    private static final long MIN_OPERATIONS = 1_000;
    private static final double MAX_ERROR_SHARE = 0.01;
    private static final int MAX_ERRORS_SHOWN = 3;
    /** Number of failures at the beginning of a run after which further ones give no new information. */
    private static final long MAX_FAILURES = 20;

    private final Workload<P> workload;
    private final WorkloadDefinition definition;
    private final Conditions conditions;
    private final CheckReport report;
    private final WorkloadContext<P> context;
    private final DataSetCheck<P> data;
    /** The totals of the last run. */
    private RecordedTotals sent = new RecordedTotals();

    private boolean isReconciled;

    /** Runs the steps of a check. A plugin may hang or throw in each of them. */
    @FunctionalInterface
    public interface Steps {
        /** Runs a step that may start servers or load data. If it throws, the plugin breaks the rule. */
        void run(CheckRule rule, String subject, Step step) throws InterruptedException;
    }

    /** A step of a check. */
    @FunctionalInterface
    public interface Step {
        /** Runs the step. */
        void make() throws Exception;
    }

    /**
     * The settings of a check of a workload.
     *
     * @param sut SUT of the workload, null if it needs none
     * @param stall makes the SUT silent, also for connected clients, until the returned object is closed; empty if
     *     that is not possible
     * @param foreign data in the SUT that does not belong to the plugin, if the caller can store some
     * @param observesProcess whether sockets and heap of this process are observed, which other tests change too
     * @param operations number of operations after which a run ends; a long run shows leaks
     * @param longest time after which a run ends even with fewer operations
     * @param expectedErrors error classes that may occur on a healthy SUT; if empty, any class of the driver may, in at
     *     most 1 % of the operations
     */
    public record Conditions(
            @Nullable SutAddress sut,
            Optional<Callable<AutoCloseable>> stall,
            Optional<ForeignData> foreign,
            boolean observesProcess,
            long operations,
            Duration longest,
            Optional<Set<String>> expectedErrors) {}

    /** Checks descriptions, and whether the definition is complete and a function of the parameters. */
    public static <P extends Record> void definition(Workload<P> workload, P parameters, CheckReport report) {
        String subject = "workload " + workload.name();
        WorkloadDefinition definition = workload.define(parameters);
        List<String> undescribed = new ArrayList<>();
        if (workload.description().isBlank()) {
            undescribed.add("has no description.");
        }
        definition.operations().stream()
                .filter(operation -> operation.description().isBlank())
                .forEach(operation -> undescribed.add("operation " + operation.name() + " has no description."));
        report.judge(CheckRule.DESCRIPTION, subject, undescribed, "described.");
        List<String> problems = new ArrayList<>();
        if (!definition.equals(workload.define(parameters))) {
            problems.add("define() gives another definition for the same parameters.");
        }
        workload.check(parameters).stream()
                .filter(finding -> finding.severity() == Finding.Severity.PROBLEM)
                .forEach(finding -> problems.add("check() refuses the parameters: " + finding + "."));
        // The unit need not belong to the default mix: a run file may choose another mix.
        for (OperationDefinition operation : definition.operations()) {
            if (definition.units().stream().noneMatch(unit -> unit.expectedTimes(operation.name()) > 0)) {
                problems.add("no unit issues operation " + operation.name() + ".");
            }
        }
        report.judge(CheckRule.DEFINITION, subject, problems, "complete, and a function of the parameters.");
        List<String> undeclared = definition.operations().stream()
                .filter(operation -> operation.answers().equals(Answers.UNDECLARED)
                        || operation.answers().equals(Answers.read()))
                .map(operation -> "operation " + operation.name()
                        + " does not declare what is verified of its answers; call verifying() or nothingToVerify().")
                .toList();
        report.judge(CheckRule.ANSWERS, subject, undeclared, "declared.");
    }

    /** Creates the check, without changing anything yet. */
    public WorkloadCheck(Workload<P> workload, P parameters, Conditions conditions, CheckReport report)
            throws Exception {
        this.workload = workload;
        this.definition = workload.define(parameters);
        this.conditions = conditions;
        this.report = report;
        this.context =
                new WorkloadContext<>(1, workload.name(), parameters, conditions.sut(), ContractRun.USERS, DATA_SEED);
        this.data = new DataSetCheck<>(workload, context, conditions.foreign(), report);
    }

    /** Runs all checks. */
    public void check(Steps steps) throws InterruptedException {
        check(steps, definition.executions());
    }

    /** Runs the checks of the data set. */
    void checkData(Steps steps) throws InterruptedException {
        check(steps, List.of());
    }

    private void check(Steps steps, List<Execution> stalled) throws InterruptedException {
        String subject = "workload " + workload.name();
        steps.run(CheckRule.DATA, subject, data::prepare);
        if (!data.isPrepared()) {
            return;
        }
        for (Execution execution : definition.executions()) {
            String driven = subject(execution);
            steps.run(CheckRule.DATA, driven, data::restore);
            steps.run(CheckRule.RUN, driven, () -> drive(execution));
            steps.run(CheckRule.RECONCILE, driven, () -> reconcile(execution));
        }
        Execution last = definition.executions().getLast();
        steps.run(CheckRule.RECONCILE, subject(last), () -> repeat(last));
        for (Execution execution : stalled) {
            steps.run(CheckRule.ABORT, subject(execution), () -> checkStall(execution));
        }
        steps.run(CheckRule.DATA, subject, data::clear);
    }

    /** Runs the workload for a long time, which shows faults, errors and leaks. */
    void drive(Execution execution) throws Exception {
        String subject = subject(execution);
        long operations = conditions.operations();
        sent = new RecordedTotals();
        long before = LongRunUse.openSockets();
        ContractRun run = run(definition, execution);
        LongRunUse use = null;
        try (run) {
            run.start();
            if (!run.succeeds(MAX_FAILURES)) {
                report.broken(CheckRule.RUN, subject, "no operation succeeds.");
            } else if (conditions.observesProcess()) {
                use = LongRunUse.of(run, operations, conditions.longest());
            } else {
                run.awaitEnded(operations, conditions.longest());
            }
            run.end();
        }
        sent = run.sent();
        checkErrors(run, subject);
        if (use != null) {
            checkHeap(use, subject);
        }
        if (conditions.observesProcess()) {
            checkSockets(before, subject);
        }
    }

    private ContractRun run(WorkloadDefinition driven, Execution execution) throws Exception {
        return new ContractRun(workload.open(context), workload.name(), driven, execution);
    }

    private String subject(Execution execution) {
        return "workload " + workload.name() + ", " + label(execution);
    }

    private static String label(Execution execution) {
        return execution.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    private void checkErrors(ContractRun run, String subject) {
        List<String> problems = new ArrayList<>();
        long errors = 0;
        for (DistinctErrors.Entry error : run.errors()) {
            boolean isFault = error.errorClass().equals(DistinctErrors.PLUGIN_FAULT);
            errors += isFault ? 0 : error.count();
            String why = reasonNotAllowed(error);
            if (problems.size() < MAX_ERRORS_SHOWN && !why.isEmpty()) {
                problems.add(why + ", " + ContractRun.described(error) + ".");
            }
        }
        if (problems.isEmpty()) {
            run.failures().stream()
                    .distinct()
                    .limit(MAX_ERRORS_SHOWN)
                    .forEach(failure -> problems.add(failure.endsWith(".") ? failure : failure + "."));
        }
        long ended = run.endedOperations();
        if (problems.isEmpty() && conditions.expectedErrors().isEmpty() && errors > MAX_ERROR_SHARE * ended) {
            String all = ended == 0 ? " attempts to connect" : " of " + ended + " operations";
            problems.add(errors + all + " failed on a healthy SUT, such as "
                    + ContractRun.described(run.errors().getFirst()) + ".");
        }
        report.judge(CheckRule.RUN, subject, problems, run.successes() + " operations succeeded.");
    }

    /** Why an error must not occur at all; empty if it may. */
    private String reasonNotAllowed(DistinctErrors.Entry error) {
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

    private void checkHeap(LongRunUse use, String subject) {
        if (use.operations() < MIN_OPERATIONS) {
            String found = use.operations() + " operations ended once it was warm, fewer than " + MIN_OPERATIONS + ".";
            report.notChecked(CheckRule.HEAP, subject, "only " + found);
            return;
        }
        long allowedBytes = HARNESS_GROWTH_BYTES + BYTES_PER_OPERATION * use.operations();
        String seen = "the heap grew by " + use.heapGrowth() / 1000 + " kB over " + use.operations()
                + " operations, at most " + allowedBytes / 1000 + " kB is allowed.";
        report.judge(CheckRule.HEAP, subject, use.heapGrowth() > allowedBytes ? List.of(seen) : List.of(), seen);
    }

    /** Awaits that sockets are closed, because a client library may close its own a moment later. */
    private void checkSockets(long before, String subject) throws Exception {
        if (before < 0) {
            report.notChecked(CheckRule.SOCKETS, subject, "this platform does not list open sockets.");
            return;
        }
        Deadline.await(Duration.ofSeconds(5), () -> LongRunUse.openSockets() <= before);
        long left = LongRunUse.openSockets() - before;
        String open = left + " sockets stayed open after session and drivers were closed.";
        report.judge(CheckRule.SOCKETS, subject, left > 0 ? List.of(open) : List.of(), "all sockets were closed.");
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
        ContractRun run = run(definition, execution);
        try (run) {
            run.start();
            run.awaitEnded(Math.min(conditions.operations(), REPEATED), conditions.longest());
            run.end();
        }
        data.reconcileDoubled(sent);
    }

    /** Runs against a SUT that falls silent: operations must not end before their replies, and must end if aborted. */
    private void checkStall(Execution execution) throws Exception {
        String subject = subject(execution);
        String why = reasonNotStalled(subject);
        if (!why.isEmpty()) {
            report.notChecked(CheckRule.ABORT, subject, why);
            report.notChecked(CheckRule.REPLY, subject, why);
            return;
        }
        reply(execution);
        abort(execution);
    }

    private String reasonNotStalled(String subject) {
        if (!workload.needsSut()) {
            return "it needs no SUT (needsSut) that could fall silent.";
        }
        if (conditions.stall().isEmpty()) {
            return "the status of the SUT names no process that could be stopped.";
        }
        boolean isBroken = report.broken().stream()
                .anyMatch(finding ->
                        finding.rule() == CheckRule.RUN && finding.subject().equals(subject));
        return isBroken ? "it does not run on a SUT that answers either." : "";
    }

    /**
     * Runs while the SUT stalls, which makes it a server of known response times: every outstanding operation takes at
     * least as long as the stall. A driver that ends operations before their replies, or records too early an end,
     * reports shorter times, which no audit of a run could detect.
     */
    void reply(Execution execution) throws Exception {
        List<String> problems = new ArrayList<>();
        ContractRun run = run(definition, execution);
        try (run) {
            run.start();
            run.awaitRunning();
            try (AutoCloseable _ = conditions.stall().orElseThrow().call()) {
                run.awaitSilence();
            }
            run.end();
            if (run.longLived() < ContractRun.USERS) {
                problems.add(run.longLived() + " operations took at least as long as the SUT answered no client, while "
                        + ContractRun.USERS
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
        WorkloadDefinition withShortTimeouts = definition.withOperations(definition.operations().stream()
                .map(operation -> operation.withTimeout(SHORT_TIMEOUT))
                .toList());
        ContractRun run = run(withShortTimeouts, execution);
        try (run) {
            run.start();
            run.awaitRunning();
            try (AutoCloseable _ = conditions.stall().orElseThrow().call()) {
                run.awaitEnded(Long.MAX_VALUE, SILENCE);
                if (!run.end()) {
                    problems.add("the run did not end in time while the SUT was silent.");
                }
            }
        } catch (AssertionError e) {
            problems.add(e.getMessage() + ".");
        }
        Set<String> classes = run.errors().stream()
                .filter(error -> !error.operation().equals(DistinctErrors.CONNECT))
                .map(DistinctErrors.Entry::errorClass)
                .collect(Collectors.toCollection(TreeSet::new));
        if (problems.isEmpty() && (!classes.contains("timeout") || classes.contains(DistinctErrors.PLUGIN_FAULT))) {
            problems.add("while the SUT was silent the error classes were " + classes
                    + "; there must be timeout, and no plugin-fault: " + run.errors() + ".");
        }
        if (run.lostUsers() > 0) {
            problems.add(run.lostUsers() + " users did not return from their abort.");
        }
        report.judge(CheckRule.ABORT, subject(execution), problems, "blocked operations were aborted.");
    }

    /** Runs the unit of an operation while the SUT answers the operation wrongly, which must be errors. */
    void wrongAnswers(Execution execution, String operation, Callable<AutoCloseable> plant, Duration longest)
            throws Exception {
        String unit = definition.units().stream()
                .filter(each -> each.expectedTimes(operation) > 0)
                .findFirst()
                .orElseThrow()
                .name();
        ContractRun run = run(definition.withMix(Mix.Flat.only(unit)), execution);
        boolean noticed;
        try (AutoCloseable _ = plant.call();
                run) {
            run.start();
            noticed = Deadline.await(
                    longest,
                    () -> run.errors().stream()
                            .anyMatch(error ->
                                    error.operation().equals(operation) && !NO_ANSWER.contains(error.errorClass())));
            run.end();
        }
        List<String> problems = new ArrayList<>();
        if (!noticed) {
            problems.add("none of the wrong answers of " + operation + " among " + run.endedOperations()
                    + " operations was an error; the errors were " + run.errors() + ".");
        }
        report.judge(CheckRule.ANSWERS, subject(execution), problems, "wrong answers are errors.");
    }

    /** Releases the data set. */
    public void close() throws Exception {
        data.close();
    }
}
