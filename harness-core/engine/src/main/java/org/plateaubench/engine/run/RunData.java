// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.run;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import java.util.function.BooleanSupplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.plateaubench.api.DataPolicy;
import org.plateaubench.api.Finding;
import org.plateaubench.api.SutAddress;
import org.plateaubench.engine.config.RunFileKeys;
import org.plateaubench.engine.plan.PlannedWorkload;
import org.plateaubench.engine.run.event.EventDetails;
import org.plateaubench.engine.run.event.EventDetails.ComparedData;
import org.plateaubench.engine.run.event.EventDetails.CountedData;
import org.plateaubench.engine.run.event.EventDetails.DataPrepared;
import org.plateaubench.engine.run.event.EventType;
import org.plateaubench.engine.run.event.RunLog;
import org.plateaubench.engine.run.event.ShownProgress;
import org.plateaubench.loader.ParameterBinder;
import org.plateaubench.loader.PluginCall;
import org.plateaubench.loader.PluginCatalog.WorkloadEntry;
import org.plateaubench.spi.DataDescription;
import org.plateaubench.spi.DataSet;
import org.plateaubench.spi.Reconciliation;
import org.plateaubench.spi.SentTotals;
import org.plateaubench.spi.SutIncarnation;
import org.plateaubench.spi.Workload;
import org.plateaubench.spi.WorkloadContext;

/** Checks the data of a run's workloads, prepares them, checks them again, and reconciles them. Not thread-safe. */
final class RunData {
    private static final Duration CHECK_DEADLINE = Duration.ofMinutes(1);
    private static final Duration PREPARE_DEADLINE = Duration.ofHours(24);
    /** Enough to read each row; the longer deadline for loading would hide a check that hangs. */
    private static final Duration VERIFY_DEADLINE = Duration.ofHours(1);

    private static final Duration RECONCILE_DEADLINE = Duration.ofMinutes(10);
    private static final Duration CLOSE_DEADLINE = Duration.ofSeconds(10);

    private final RunSetup setup;
    private final RunSuts suts;
    private final RunLog log;
    private final List<Opened> opened = new ArrayList<>();
    private final Map<String, Object> facts = new TreeMap<>();

    private record Opened(PlannedWorkload workload, DataSet data, List<SutIncarnation> before) {
        String scope() {
            return workload.scope();
        }

        <T> T call(String what, Duration deadline, BooleanSupplier isStopped, Callable<T> question)
                throws PluginCall.Failure, InterruptedException {
            return PluginCall.call(what + " of " + scope(), data, deadline, isStopped, question);
        }
    }

    RunData(RunSetup setup, RunSuts suts, RunLog log) {
        this.setup = setup;
        this.suts = suts;
        this.log = log;
    }

    /** Checks the data without changing them; the failure has every problem of every workload. */
    void examine(List<PlannedWorkload> workloads, BooleanSupplier isStopped) throws RunFailure, InterruptedException {
        List<String> problems = new ArrayList<>();
        for (PlannedWorkload workload : workloads) {
            open(workload, isStopped, problems);
        }
        for (Opened data : opened) {
            DataPolicy policy = data.workload().data();
            check(
                    "Preflight",
                    data,
                    CHECK_DEADLINE,
                    isStopped,
                    problems,
                    () -> data.data().preflight(policy));
        }
        failIfAny(problems);
    }

    void prepare(List<PlannedWorkload> workloads, BooleanSupplier isStopped) throws RunFailure, InterruptedException {
        examine(workloads, isStopped);
        List<String> problems = new ArrayList<>();
        SharedServers shared = new SharedServers();
        for (Opened data : opened) {
            load(data, isStopped);
            check("Verification", data, VERIFY_DEADLINE, isStopped, problems, data.data()::verify);
            try {
                data.before().clear();
                data.before().addAll(incarnations(data, isStopped));
                noteUnknownRestarts(data);
                noteCounted(data, isStopped);
                PlannedWorkload workload = data.workload();
                shared.add(
                        workload.tile(),
                        suts.address(workload.tile(), workload.sut()),
                        describe(data, isStopped).servers());
            } catch (PluginCall.Failure e) {
                problems.add(e.describe());
            }
        }
        failIfAny(problems);
        shared.sentence().ifPresent(sentence -> log.event(EventType.SHARED_SERVER, "", sentence));
    }

    Map<String, Object> facts() {
        return facts;
    }

    private DataDescription describe(Opened data, BooleanSupplier isStopped)
            throws PluginCall.Failure, InterruptedException {
        DataDescription description =
                data.call("Describing the data", VERIFY_DEADLINE, isStopped, data.data()::describe);
        if (!description.facts().isEmpty()) {
            facts.put(data.scope(), new TreeMap<>(description.facts()));
        }
        if (!description.doubts().isEmpty()) {
            log.event(
                    EventType.DATA_DOUBT,
                    data.scope(),
                    "what is acknowledged may be lost when the host of the SUT fails ("
                            + String.join("; ", description.doubts())
                            + "). Figures of durable settings are lower: set them, or state these doubts with every"
                            + " figure.");
        }
        return description;
    }

    /** Records the state of the data for another process, which reconciles if this one is killed. */
    private void noteCounted(Opened data, BooleanSupplier isStopped) throws PluginCall.Failure, InterruptedException {
        data.call("Counting the data", CHECK_DEADLINE, isStopped, data.data()::baseline)
                .ifPresent(baseline -> log.journal()
                        .event(
                                new CountedData(data.before(), new TreeMap<>(baseline)),
                                data.scope(),
                                "The state of the data before the load is known."));
    }

    /** The harness watches servers that it started; external ones must report an identity. */
    private void noteUnknownRestarts(Opened data) {
        PlannedWorkload workload = data.workload();
        String sut = workload.sut();
        if (sut != null && data.before().isEmpty() && suts.isExternal("sut/" + suts.key(workload.tile(), sut))) {
            log.event(
                    EventType.PREFLIGHT_NOTE,
                    data.scope(),
                    "It is not possible to check whether the servers of SUT " + sut
                            + " are restarted during the run, since they do not report an identity. Check their logs"
                            + " before you publish results.");
        }
    }

    private static void failIfAny(List<String> problems) throws RunFailure {
        if (!problems.isEmpty()) {
            throw new RunFailure(problems);
        }
    }

    private void open(PlannedWorkload workload, BooleanSupplier isStopped, List<String> problems)
            throws InterruptedException {
        String scope = workload.scope();
        WorkloadEntry entry = setup.catalog().workload(workload.reference()).orElse(null);
        if (entry == null) {
            problems.add("There is no plugin with the workload " + workload.reference() + ".");
            return;
        }
        try {
            opened.add(new Opened(workload, dataSet(entry.workload(), workload, isStopped), new ArrayList<>()));
        } catch (PluginCall.Failure e) {
            problems.add(scope + ": " + e.describe());
        }
    }

    private <P extends Record> DataSet dataSet(Workload<P> workload, PlannedWorkload planned, BooleanSupplier isStopped)
            throws PluginCall.Failure, InterruptedException {
        return PluginCall.call("Opening the data set", workload, CHECK_DEADLINE, isStopped, () -> {
            P parameters = ParameterBinder.bind(
                            workload.parametersType(), setup.secrets().resolveAll(planned.parameters()))
                    .required();
            return workload.dataSet(new WorkloadContext<>(
                    planned.tile(),
                    planned.name(),
                    parameters,
                    suts.address(planned.tile(), planned.sut()),
                    planned.load().users(),
                    planned.dataSeed(),
                    setup.files(planned),
                    new WorkloadContext.Run(setup.runId(), setup.plan().phases())));
        });
    }

    private void check(
            String what,
            Opened data,
            Duration deadline,
            BooleanSupplier isStopped,
            List<String> problems,
            Callable<List<Finding>> check)
            throws InterruptedException {
        try {
            for (Finding finding : data.call(what, deadline, isStopped, check)) {
                if (finding.severity() == Finding.Severity.PROBLEM) {
                    problems.add(data.scope() + ": " + located(data.workload(), finding));
                } else {
                    log.event(EventType.PREFLIGHT_NOTE, data.scope(), finding.toString());
                }
            }
        } catch (PluginCall.Failure e) {
            problems.add(e.describe());
        }
    }

    private String located(PlannedWorkload workload, Finding finding) {
        return finding.parameter().isEmpty()
                ? finding.toString()
                : setup.located()
                        .apply(
                                RunFileKeys.PARAMETERS.within(RunFileKeys.WORKLOADS.entry(workload.name())) + "."
                                        + finding.parameter(),
                                finding.toString());
    }

    private void load(Opened data, BooleanSupplier isStopped) throws RunFailure, InterruptedException {
        log.event(new DataPrepared(DataPrepared.State.BEGUN), data.scope(), "Preparing the data.");
        try (ShownProgress progress = new ShownProgress(log.observer(), data.scope())) {
            data.call("Preparing the data", PREPARE_DEADLINE, isStopped, () -> {
                data.data().prepare(data.workload().data(), progress);
                return Boolean.TRUE;
            });
        } catch (PluginCall.Failure e) {
            throw new RunFailure(e.describe());
        }
        log.event(new DataPrepared(DataPrepared.State.DONE), data.scope(), "The data is ready.");
    }

    private static List<SutIncarnation> incarnations(Opened data, BooleanSupplier isStopped)
            throws PluginCall.Failure, InterruptedException {
        return data.call("Identifying the servers", CHECK_DEADLINE, isStopped, data.data()::incarnations);
    }

    /** Compares the SUTs' contents with the data sent (M22). A failure is recorded as a fault. */
    void reconcile(IntervalAggregator sink) throws InterruptedException {
        for (Opened data : opened) {
            reconcile(data, sink.sent(data.workload().tile(), data.workload().name()));
        }
    }

    /**
     * Like {@link #reconcile(IntervalAggregator)}, but in another process than the one that prepared the data.
     *
     * @return reasons why workloads could not be compared, by scope, in words that follow "since"
     */
    Map<String, String> reconcile(Map<String, CountedData> counted, IntervalAggregator sent)
            throws InterruptedException {
        Map<String, String> reasons = new TreeMap<>();
        for (PlannedWorkload workload : setup.plan().workloads()) {
            String scope = workload.scope();
            CountedData before = counted.get(scope);
            if (before == null) {
                reasons.put(scope, "the state of the data before the load was not recorded");
                continue;
            }
            List<String> problems = new ArrayList<>();
            open(workload, () -> false, problems);
            if (problems.isEmpty()) {
                resume(opened.getLast(), before, problems);
            }
            if (problems.isEmpty()) {
                reconcile(opened.getLast(), sent.sent(workload.tile(), workload.name()));
            } else {
                reasons.put(scope, "its data cannot be opened again: " + String.join(" ", problems));
            }
        }
        return reasons;
    }

    private static void resume(Opened data, CountedData before, List<String> problems) throws InterruptedException {
        data.before().addAll(before.incarnations());
        try {
            PluginCall.run(
                    "Resuming the data of " + data.scope(),
                    data.data(),
                    CHECK_DEADLINE,
                    () -> data.data().resume(before.baseline()));
        } catch (PluginCall.Failure e) {
            problems.add(e.describe());
        }
    }

    private void reconcile(Opened data, SentTotals sent) throws InterruptedException {
        try {
            String restarted = Restarts.sentence(data.before(), incarnations(data, () -> false));
            data.call(
                            "Reconciliation",
                            RECONCILE_DEADLINE,
                            () -> false,
                            () -> data.data().reconcile(sent))
                    .forEach(row -> log.event(ComparedData.of(row, restarted), data.scope(), sentence(row)));
        } catch (PluginCall.Failure e) {
            log.event(new EventDetails.Prevented(EventType.RECONCILIATION.label()), data.scope(), e.describe());
        }
    }

    private static String sentence(Reconciliation row) {
        return row.what() + ": " + row.expected() + " sent, " + row.actual() + " found"
                + (row.uncertain() == 0 ? "." : ", " + row.uncertain() + " uncertain.");
    }

    void close() throws InterruptedException {
        for (Opened data : opened) {
            try {
                PluginCall.run("Closing the data of " + data.scope(), data.data(), CLOSE_DEADLINE, data.data()::close);
            } catch (PluginCall.Failure e) {
                log.event(EventType.FAULT, data.scope(), e.describe());
            }
        }
        opened.clear();
    }

    /** Finds the servers of a SUT that were restarted (measurement rule M22). */
    static final class Restarts {
        private Restarts() {}

        static String sentence(List<SutIncarnation> before, List<SutIncarnation> after) {
            Map<String, SutIncarnation> current = new LinkedHashMap<>();
            after.forEach(incarnation -> current.put(incarnation.server(), incarnation));
            List<String> changes = new ArrayList<>();
            for (SutIncarnation incarnation : before) {
                SutIncarnation found = current.remove(incarnation.server());
                if (found == null) {
                    changes.add(incarnation.server() + " is no longer part of the SUT.");
                } else if (!found.identity().equals(incarnation.identity())) {
                    changes.add(
                            incarnation.server() + " was restarted, replaced or failed over during the run (before: "
                                    + described(incarnation) + "; now: " + described(found) + ").");
                }
            }
            if (!before.isEmpty()) {
                current.values()
                        .forEach(incarnation -> changes.add(
                                incarnation.server() + " (" + described(incarnation) + ") was not there before."));
            }
            return String.join(" ", changes);
        }

        private static String described(SutIncarnation incarnation) {
            return incarnation.since().isEmpty()
                    ? incarnation.identity()
                    : incarnation.identity() + ", " + incarnation.since();
        }
    }

    /** Finds servers that several tiles use, even if each uses another name for them. Not thread-safe. */
    static final class SharedServers {
        private static final Set<String> ADDRESS_KEYS = Set.of("url", "address", "addresses", "servers", "host");

        /** A host, with its port if it has one, in a URL or a list. */
        private static final Pattern HOST_AND_PORT = Pattern.compile(
                "(?:^|//|,\\s*|@)(?<host>\\[[0-9A-Fa-f:]+]|[A-Za-z0-9._-]+)(?::(?<port>\\d+))?(?=[/,;?\\s]|$)");

        private final Map<String, Set<Integer>> tiles = new TreeMap<>();

        void add(int tile, @Nullable SutAddress sut, List<String> identities) {
            List<String> servers = new ArrayList<>(identities);
            if (sut != null) {
                sut.properties().forEach((name, value) -> {
                    if (ADDRESS_KEYS.contains(name)) {
                        Matcher match = HOST_AND_PORT.matcher(value);
                        while (match.find()) {
                            String port = match.group("port") == null
                                    ? sut.properties().getOrDefault("port", "")
                                    : match.group("port");
                            servers.add(host(match.group("host")) + (port.isEmpty() ? "" : ":" + port));
                        }
                    }
                });
            }
            servers.forEach(server ->
                    tiles.computeIfAbsent(server, key -> new TreeSet<>()).add(tile));
        }

        private static String host(String name) {
            try {
                InetAddress address = InetAddress.getByName(name);
                return address.isLoopbackAddress() ? "localhost" : address.getHostAddress();
            } catch (UnknownHostException e) {
                return name;
            }
        }

        Optional<String> sentence() {
            Map<String, String> servers = new TreeMap<>();
            tiles.forEach((server, numbers) -> {
                if (numbers.size() > 1) {
                    servers.putIfAbsent(
                            numbers.stream().map(String::valueOf).collect(Collectors.joining(", ")), server);
                }
            });
            List<String> shared = new ArrayList<>();
            servers.forEach((numbers, server) -> shared.add("tiles " + numbers + " use the same server, " + server));
            return shared.isEmpty()
                    ? Optional.empty()
                    : Optional.of(String.join("; ", shared)
                            + ". They share its capacity, so that they are not separate systems. Give each tile an address of"
                            + " its own, such as one with ${tile}.");
        }
    }
}
