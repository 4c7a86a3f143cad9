// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.app.scenario;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.plateaubench.api.Draws;
import org.plateaubench.api.Durations;
import org.plateaubench.api.KeyedRandom;
import org.plateaubench.api.OperationDefinition;
import org.plateaubench.api.Outcome;
import org.plateaubench.api.OutcomeKind;
import org.plateaubench.api.SutAddress;
import org.plateaubench.api.UnitDefinition;
import org.plateaubench.app.PlannedRun;
import org.plateaubench.engine.plan.PlannedWorkload;
import org.plateaubench.loader.ParameterBinder;
import org.plateaubench.loader.PluginCall;
import org.plateaubench.loader.PluginCatalog;
import org.plateaubench.measure.clock.SystemClock;
import org.plateaubench.spi.Driver;
import org.plateaubench.spi.OperationCall;
import org.plateaubench.spi.Workload;
import org.plateaubench.spi.WorkloadContext;
import org.plateaubench.spi.WorkloadSession;
import org.plateaubench.testkit.CountingUser;
import org.plateaubench.testkit.SingleCall;

/** Runs each unit of a workload once for one user, without pauses, and prints what is sent and received. */
public final class OneUser {
    private static final Duration OPEN_DEADLINE = Duration.ofSeconds(60);

    private final PlannedWorkload planned;
    private final PluginCatalog catalog;
    private final PlannedRun run;
    private final Consumer<String> out;
    private final ScheduledExecutorService timer = Executors.newSingleThreadScheduledExecutor(
            Thread.ofPlatform().daemon().name("plateau-timeout").factory());
    private int errors;

    /** {@code out} receives texts of any number of lines. */
    public OneUser(PlannedRun run, PlannedWorkload planned, PluginCatalog catalog, Consumer<String> out) {
        this.run = run;
        this.planned = planned;
        this.catalog = catalog;
        this.out = out;
    }

    /** Returns the number of operations that ended with an error; fails when the user cannot connect. */
    public int attempt(@Nullable SutAddress sut) throws IOException, InterruptedException {
        try {
            attempt(sut, catalog.workload(planned.reference()).orElseThrow().workload());
        } catch (PluginCall.Failure e) {
            throw new IOException(e.describe(), e);
        }
        return errors;
    }

    private <P extends Record> void attempt(@Nullable SutAddress sut, Workload<P> workload)
            throws PluginCall.Failure, InterruptedException {
        Map<String, String> files = new TreeMap<>();
        planned.files()
                .forEach((name, file) ->
                        files.put(name, run.file().referencedFiles().getOrDefault(file.path(), "")));
        WorkloadSession session = PluginCall.call("Opening the workload", workload, OPEN_DEADLINE, () -> false, () -> {
            P parameters = ParameterBinder.bind(
                            workload.parametersType(), run.secrets().resolveAll(planned.parameters()))
                    .required();
            return workload.open(new WorkloadContext<>(
                    planned.tile(),
                    planned.name(),
                    parameters,
                    sut,
                    1,
                    planned.dataSeed(),
                    files,
                    WorkloadContext.Run.NONE));
        });
        Driver driver = PluginCall.query("Creating a user", workload, () -> session.driver(new Traced()));
        try {
            out.accept("connect:");
            PluginCall.run("Connecting", workload, OPEN_DEADLINE, driver::connect);
            for (int unit = 0; unit < planned.units().size(); unit++) {
                unit(workload, driver, unit);
            }
        } finally {
            timer.shutdownNow();
            PluginCall.run("Closing", workload, OPEN_DEADLINE, () -> {
                driver.close();
                session.close();
            });
        }
    }

    private void unit(Workload<?> workload, Driver driver, int number) throws PluginCall.Failure, InterruptedException {
        UnitDefinition unit = planned.units().get(number);
        out.accept("\n" + unit.name() + ":");
        List<String> operations =
                planned.operations().stream().map(OperationDefinition::name).toList();
        for (int position = 0; position < unit.steps().size(); position++) {
            UnitDefinition.Step step = unit.steps().get(position);
            String name = step.weights().keySet().iterator().next();
            OperationDefinition operation = planned.operations().get(operations.indexOf(name));
            Call call = new Call(
                    operations.indexOf(name),
                    number,
                    position,
                    operation.timeout().toNanos());
            if (step.conditional()
                    && !PluginCall.query(
                            "Deciding whether " + name + " applies", workload, () -> driver.applies(call))) {
                continue;
            }
            out.accept("  " + name);
            Outcome outcome = PluginCall.call(
                    "Executing " + name,
                    workload,
                    operation.timeout().plus(OPEN_DEADLINE),
                    () -> false,
                    () -> execute(driver, call));
            if (!operation.answers().areVerified()) {
                out.accept("    not verified: " + operation.answers().notVerified());
            }
            if (outcome.kind() == OutcomeKind.ERROR) {
                errors++;
                if (operation.endsUnitOnError()) {
                    out.accept("    the rest of " + unit.name() + " is left out");
                    return;
                }
            }
        }
    }

    private Outcome execute(Driver driver, OperationCall call) throws Exception {
        AtomicBoolean isOver = new AtomicBoolean();
        Future<?> timeout = timer.schedule(
                () -> {
                    isOver.set(true);
                    driver.abort();
                },
                call.timeoutNanos(),
                TimeUnit.NANOSECONDS);
        long begin = SystemClock.instance().nanoTime();
        Outcome outcome;
        try {
            driver.prepareOperation(call);
            begin = SystemClock.instance().nanoTime();
            outcome = driver.execute(call);
        } catch (Exception e) {
            outcome = Outcome.connectionLost("exception", PluginCall.describe(e));
        } finally {
            timeout.cancel(false);
        }
        if (isOver.get()) {
            outcome = Outcome.connectionLost(
                    Outcome.TIMEOUT, "no answer within " + Durations.format(Duration.ofNanos(call.timeoutNanos())));
        }
        double millis = (SystemClock.instance().nanoTime() - begin) / 1e6;
        String result = outcome.kind() == OutcomeKind.OK
                ? "ok"
                : (outcome.kind() == OutcomeKind.DECLINED ? "declined: " : "error: ")
                        + outcome.reason()
                        + (outcome.message().isEmpty() ? "" : ", " + outcome.message());
        out.accept(String.format(Locale.ROOT, "    = %s, %.1f ms", result, millis));
        if (outcome.connectionLost()) {
            driver.connect();
        }
        return outcome;
    }

    private final class Traced extends CountingUser {
        Traced() {
            super(0);
        }

        @Override
        public void gauge(String name, LongSupplier level) {} // Only runs read gauges.

        @Override
        public void observed(String series, long startNanos, long endNanos, Outcome outcome) {
            out.accept(String.format(Locale.ROOT, "    %s: %.1f ms", series, (endNanos - startNanos) / 1e6));
        }

        @Override
        public void background(String name, BackgroundTask task) {
            Thread.ofVirtual().name(name).start(() -> {
                try {
                    task.run();
                } catch (Exception e) {
                    out.accept("    " + name + ": " + PluginCall.describe(e));
                }
            });
        }

        @Override
        public Optional<Consumer<String>> trace() {
            return Optional.of(text -> out.accept(text.indent(4).stripTrailing()));
        }
    }

    private record Call(int operation, int unit, int position, long timeoutNanos) implements SingleCall {
        @Override
        public long unitNumber() {
            return unit;
        }

        @Override
        public Draws draws() {
            return Draws.of(KeyedRandom.key(unitDraws().key(), position));
        }

        @Override
        public Draws unitDraws() {
            return Draws.of(KeyedRandom.key(0, unit));
        }

        @Override
        public long intendedNanos() {
            return SystemClock.instance().nanoTime();
        }
    }
}
