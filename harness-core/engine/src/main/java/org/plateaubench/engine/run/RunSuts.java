// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.run;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeoutException;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.plateaubench.api.IoReason;
import org.plateaubench.api.SutAddress;
import org.plateaubench.engine.plan.PlannedSut;
import org.plateaubench.engine.run.RunSuts.FailedSut;
import org.plateaubench.engine.run.event.EventDetails;
import org.plateaubench.engine.run.event.EventDetails.SutFailure;
import org.plateaubench.engine.run.event.EventType;
import org.plateaubench.engine.run.event.RunLog;
import org.plateaubench.engine.run.event.ShownProgress;
import org.plateaubench.loader.ParameterBinder;
import org.plateaubench.loader.ParameterProblem;
import org.plateaubench.loader.PluginCall;
import org.plateaubench.measure.clock.NanoClock;
import org.plateaubench.spi.SutContext;
import org.plateaubench.spi.SutException;
import org.plateaubench.spi.SutService;
import org.plateaubench.spi.SutServiceType;
import org.plateaubench.spi.SutStatus;

/**
 * The SUTs of a run. They are started in the order of their names, but each after the SUTs that it uses, and stopped in
 * reverse order, so that a SUT runs as long as the SUTs that use it. Not thread-safe.
 */
public final class RunSuts {
    /** Also limits how long an unresponsive SUT can delay the end of a run. */
    private static final Duration STOP_DEADLINE = Duration.ofSeconds(30);

    /** The first start creates databases, and a start after a crash includes the recovery of the database. */
    private static final Duration START_DEADLINE = Duration.ofSeconds(100);

    private static final Duration FETCH_DEADLINE = Duration.ofMinutes(10);
    private static final Duration QUERY_DEADLINE = Duration.ofSeconds(5);
    /** Long enough for the check of an external SUT, because the run fails without a response. */
    private static final Duration FINAL_CHECK_DEADLINE = Duration.ofSeconds(30);

    private final RunSetup setup;
    private final RunLog log;
    private final List<Started> started = new ArrayList<>();

    /**
     * A SUT that was started.
     *
     * @param key name of the SUT, preceded by the tile if the run has several tiles
     */
    record Started(String key, SutContext.Mode mode, SutService service, SutAddress address) {
        String scope() {
            return "sut/" + key;
        }
    }

    public RunSuts(RunSetup setup, RunLog log) {
        this.setup = setup;
        this.log = log;
    }

    public void start(BooleanSupplier isStopped) throws RunFailure, InterruptedException {
        Map<PlannedSut, Collection<String>> uses = new HashMap<>();
        for (PlannedSut sut : setup.plan().suts()) {
            uses.put(sut, uses(sut));
        }
        for (PlannedSut sut : inOrder(setup.plan().suts(), sut -> uses.getOrDefault(sut, List.of()))) {
            start(sut, isStopped);
        }
    }

    /** SUTs in the order of their names, but each after the SUTs of its tile that it uses. */
    public static List<PlannedSut> inOrder(List<PlannedSut> suts, Function<PlannedSut, Collection<String>> uses) {
        Set<PlannedSut> ordered = new LinkedHashSet<>();
        suts.stream()
                .sorted(Comparator.comparing(PlannedSut::name).thenComparingInt(PlannedSut::tile))
                .forEach(sut -> add(sut, suts, uses, ordered));
        return List.copyOf(ordered);
    }

    private static void add(
            PlannedSut sut,
            List<PlannedSut> suts,
            Function<PlannedSut, Collection<String>> uses,
            Set<PlannedSut> ordered) {
        if (!ordered.contains(sut)) {
            for (String used : uses.apply(sut)) {
                suts.stream()
                        .filter(other ->
                                other.tile() == sut.tile() && other.name().equals(used))
                        .forEach(other -> add(other, suts, uses, ordered));
            }
            ordered.add(sut);
        }
    }

    private SutServiceType<?> type(PlannedSut sut) throws RunFailure {
        return setup.catalog()
                .sutService(sut.service())
                .orElseThrow(() -> new RunFailure("There is no plugin with the SUT service " + sut.service() + "."));
    }

    private Collection<String> uses(PlannedSut sut) throws RunFailure {
        return ParameterBinder.sutNames(type(sut).parametersType(), sut.parameters())
                .values();
    }

    private void start(PlannedSut sut, BooleanSupplier isStopped) throws RunFailure, InterruptedException {
        String key = key(sut.tile(), sut.name());
        int before = started.size();
        try {
            SutService service = create(type(sut), sut, key);
            // Recorded before the start, so that the SUT is also stopped if the start fails.
            started.add(new Started(key, sut.mode(), service, new SutAddress(sut.name(), sut.service(), Map.of())));
            SutAddress address = fetchAndStart(key, service, isStopped);
            started.set(started.size() - 1, new Started(key, sut.mode(), service, address));
            log.event(EventType.SUT_STARTED, "sut/" + key, sut.service() + " is in use.");
        } catch (PluginCall.Failure e) {
            if (setup.plan().isMeterOnly(sut.name())) {
                // The SUT may have failed before it was recorded.
                if (started.size() > before) {
                    stop(started.removeLast());
                }
                log.event(EventType.FAULT, "sut/" + key, "The meter was not reached: " + e.describe());
                return;
            }
            log.event(EventType.SUT_FAILED, "sut/" + key, e.describe());
            throw new RunFailure(e.describe());
        }
    }

    private SutAddress fetchAndStart(String key, SutService service, BooleanSupplier isStopped)
            throws PluginCall.Failure, InterruptedException {
        try (ShownProgress progress = new ShownProgress(log.observer(), "sut/" + key)) {
            PluginCall.call("Fetching the files of SUT " + key, service, FETCH_DEADLINE, isStopped, () -> {
                service.fetch(progress);
                return Boolean.TRUE;
            });
            return PluginCall.call(
                    "Starting SUT " + key, service, START_DEADLINE, isStopped, () -> service.start(progress));
        }
    }

    private <P extends Record> SutService create(SutServiceType<P> type, PlannedSut sut, String key)
            throws RunFailure, PluginCall.Failure, InterruptedException {
        Path folder = setup.sutFolder()
                .resolve(key.replace('/', '-'))
                .toAbsolutePath()
                .normalize();
        try {
            Files.createDirectories(folder);
        } catch (IOException e) {
            throw new RunFailure(
                    "The folder " + folder + " of SUT " + key + " cannot be created (" + IoReason.of(e) + ").");
        }
        Map<String, SutAddress> uses = new TreeMap<>();
        for (String used : uses(sut)) {
            uses.put(used, Objects.requireNonNull(address(sut.tile(), used), "started before"));
        }
        return PluginCall.call("Creating SUT " + key, type, QUERY_DEADLINE, () -> {
            P parameters = ParameterBinder.bind(
                            type.parametersType(), setup.secrets().resolveAll(sut.parameters()))
                    .required();
            // When the plan was checked, secrets were still references.
            List<ParameterProblem> problems = ParameterProblem.among(type.check(sut.mode(), parameters));
            if (!problems.isEmpty()) {
                throw new SutException("SUT " + key + ": " + problems.getFirst());
            }
            return type.create(new SutContext<>(sut.name(), sut.mode(), parameters, folder, uses));
        });
    }

    public String key(int tile, String name) {
        return setup.plan().tiles() == 1 ? name : tile + "/" + name;
    }

    /** Records which SUTs have telemetry sources, so that missing telemetry can be detected. */
    public void recordTelemetrySources() {
        for (Started sut : started) {
            String service = sut.address().service();
            if (!setup.catalog().telemetrySources(service).isEmpty()) {
                log.event(new EventDetails.SourceRead(service), sut.scope(), "Service " + service + " has telemetry.");
            }
        }
    }

    @Nullable
    public SutAddress address(int tile, @Nullable String name) {
        return name == null ? null : addresses().get(key(tile, name));
    }

    public Map<String, SutAddress> addresses() {
        Map<String, SutAddress> addresses = new TreeMap<>();
        started.forEach(sut -> addresses.put(sut.key(), sut.address()));
        return addresses;
    }

    public List<Started> monitored() {
        return started.stream().filter(sut -> !isMeterOnly(sut)).toList();
    }

    private boolean isMeterOnly(Started sut) {
        return setup.plan().isMeterOnly(sut.address().name());
    }

    public boolean isExternal(String scope) {
        return started.stream().anyMatch(sut -> sut.scope().equals(scope) && sut.mode() == SutContext.Mode.EXTERNAL);
    }

    /** The SUTs that are not running. Called after the load has ended and the data was reconciled. */
    public List<FailedSut> failures() throws InterruptedException {
        List<FailedSut> failures = new ArrayList<>();
        for (Started sut : monitored()) {
            try {
                SutStatus status = PluginCall.call(
                        "Asking " + sut.scope(), sut.service(), FINAL_CHECK_DEADLINE, sut.service()::status);
                if (status.state() != SutStatus.State.RUNNING) {
                    failures.add(new FailedSut(sut.scope(), status.detail(), SutFailure.AT_THE_END));
                }
            } catch (PluginCall.Failure e) {
                boolean isTimeout = e.getCause() instanceof TimeoutException;
                failures.add(new FailedSut(
                        sut.scope(), e.describe(), isTimeout ? SutFailure.AT_THE_END : SutFailure.UNKNOWN));
            }
        }
        return failures;
    }

    /** The process ids of the SUTs on this host, by key; empty for a SUT that does not report any. */
    public Map<String, List<Long>> processIds() throws InterruptedException {
        Map<String, List<Long>> processIds = new TreeMap<>();
        query("", service -> service.status().processIds()).forEach((key, ids) -> {
            if (!ids.isEmpty()) {
                processIds.put(key, ids);
            }
        });
        return processIds;
    }

    /** Version and settings of every SUT, by key; failures are omitted and recorded. */
    public Map<String, Object> configurations() throws InterruptedException {
        return new LinkedHashMap<>(query(" for its configuration", SutService::configuration));
    }

    @FunctionalInterface
    private interface Query<T> {
        T run(SutService service) throws Exception;
    }

    private <T> Map<String, T> query(String what, Query<T> query) throws InterruptedException {
        Map<String, T> results = new LinkedHashMap<>();
        for (Started sut : started) {
            try {
                String asking = "Asking " + sut.scope() + what;
                results.put(
                        sut.key(),
                        PluginCall.call(asking, sut.service(), QUERY_DEADLINE, () -> query.run(sut.service())));
            } catch (PluginCall.Failure e) {
                log.event(EventType.FAULT, sut.scope(), e.describe());
            }
        }
        return results;
    }

    /** Stops every SUT, the last started first; a failure is recorded and does not affect the others. */
    public void stop() throws InterruptedException {
        for (Started sut : started.reversed()) {
            stop(sut);
        }
        started.clear();
    }

    private void stop(Started sut) throws InterruptedException {
        try {
            PluginCall.run(
                    "Stopping SUT " + sut.key(), sut.service(), STOP_DEADLINE, () -> stopAndClear(sut.service()));
            log.event(EventType.SUT_STOPPED, sut.scope(), "SUT " + sut.key() + " was stopped.");
        } catch (PluginCall.Failure e) {
            log.event(EventType.FAULT, sut.scope(), e.describe());
        }
    }

    /** Stops a SUT and clears its data, which was created only for this run; its logs are kept. */
    private static void stopAndClear(SutService service) throws SutException {
        try (service) {
            service.stop();
            service.clear();
        }
    }

    /** A SUT that is not running, with the reason. */
    public record FailedSut(String scope, String detail, SutFailure failure) {}

    /**
     * Checks whether the SUTs are still running: an embedded SUT every second, an external SUT every ten seconds. The
     * check of an external SUT is a request that it must serve in addition to the load, and failing operations reveal
     * its failure earlier anyway. Each SUT has its own thread, because the check of a failed SUT may hang; the
     * controller's thread polls the results.
     */
    public static final class SutMonitor implements AutoCloseable {
        private static final long EMBEDDED_PERIOD_NANOS = Duration.ofSeconds(1).toNanos();
        private static final long EXTERNAL_PERIOD_NANOS = Duration.ofSeconds(10).toNanos();

        private final ConcurrentLinkedQueue<FailedSut> failed = new ConcurrentLinkedQueue<>();
        private final List<Thread> threads = new ArrayList<>();

        public SutMonitor(List<RunSuts.Started> suts, NanoClock clock) {
            for (RunSuts.Started sut : suts) {
                Thread thread = Thread.ofPlatform()
                        .daemon()
                        .name("plateau-sut-monitor")
                        .unstarted(clock.participating(() -> monitor(sut, clock)));
                thread.setContextClassLoader(sut.service().getClass().getClassLoader());
                threads.add(thread);
                thread.start();
            }
        }

        private void monitor(RunSuts.Started sut, NanoClock clock) {
            long periodNanos = switch (sut.mode()) {
                case EMBEDDED -> EMBEDDED_PERIOD_NANOS;
                case EXTERNAL -> EXTERNAL_PERIOD_NANOS;
            };
            try {
                while (true) {
                    clock.parkUntil(clock.nanoTime() + periodNanos);
                    SutStatus status = Objects.requireNonNull(sut.service().status(), "the plugin returned no status");
                    if (status.state() != SutStatus.State.RUNNING) {
                        failed.add(new FailedSut(sut.scope(), status.detail(), SutFailure.UNDER_LOAD));
                        return;
                    }
                }
            } catch (InterruptedException e) {
                // The run has ended.
                Thread.currentThread().interrupt();
            } catch (RuntimeException | Error e) {
                failed.add(new FailedSut(
                        sut.scope(), "its state is unknown: " + PluginCall.describe(e), SutFailure.UNKNOWN));
            }
        }

        @Nullable
        public FailedSut next() {
            return failed.poll();
        }

        /** Ends the monitoring without waiting for a check that hangs. */
        @Override
        public void close() {
            threads.forEach(Thread::interrupt);
        }
    }
}
