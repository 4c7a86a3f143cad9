// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.app;

import java.time.Duration;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.IntStream;
import org.plateaubench.api.DataPolicy;
import org.plateaubench.api.Distribution;
import org.plateaubench.api.Execution;
import org.plateaubench.api.Finding;
import org.plateaubench.api.MeasureDefinition;
import org.plateaubench.api.MetricDefinition;
import org.plateaubench.api.OperationDefinition;
import org.plateaubench.api.Outcome;
import org.plateaubench.api.OutcomeKind;
import org.plateaubench.api.Pacing;
import org.plateaubench.api.Parameter;
import org.plateaubench.api.SutAddress;
import org.plateaubench.api.WorkloadDefinition;
import org.plateaubench.spi.AsyncDriver;
import org.plateaubench.spi.DataSet;
import org.plateaubench.spi.Driver;
import org.plateaubench.spi.EventLoop;
import org.plateaubench.spi.OperationCall;
import org.plateaubench.spi.Plugin;
import org.plateaubench.spi.Progress;
import org.plateaubench.spi.Reconciliation;
import org.plateaubench.spi.SentTotals;
import org.plateaubench.spi.SutServiceType;
import org.plateaubench.spi.TelemetrySource;
import org.plateaubench.spi.TelemetrySourceType;
import org.plateaubench.spi.UserContext;
import org.plateaubench.spi.Workload;
import org.plateaubench.spi.WorkloadContext;
import org.plateaubench.spi.WorkloadSession;

/** A plugin whose system is memory. It counts what is put into it, and throws exceptions where a test requests them. */
public final class FakePlugin implements Plugin, Workload<FakePlugin.Parameters>, TelemetrySourceType {
    /** The data of the fake SUT. */
    final AtomicLong stored = new AtomicLong();

    /** The data policy that the preflight received. */
    final AtomicReference<DataPolicy> examined = new AtomicReference<>();

    final CountDownLatch preparing = new CountDownLatch(1);
    volatile Runnable whileReconciling = () -> {};

    /** The method that throws an exception. */
    enum Fault {
        NONE,
        OPEN,
        DRIVER,
        CONNECT,
        PREPARE_OPERATION,
        EXECUTE,
        ABORT,
        DRIVER_CLOSE,
        GAUGE,
        SESSION_CLOSE,
        DATA_SET,
        PREFLIGHT,
        PREPARE,
        HANG_IN_PREPARE,
        VERIFY,
        RECONCILE,
        DATA_CLOSE,
        TELEMETRY
    }

    record Parameters(
            @Parameter(description = "Time of an operation.", defaultValue = "2ms")
            Duration service,

            @Parameter(description = "Where it throws.", defaultValue = "none")
            Fault fault,

            @Parameter(description = "Problems of the preflight.", defaultValue = "0")
            int problems,

            @Parameter(description = "A secret.", defaultValue = "", secret = true)
            String token) {}

    @Override
    public String id() {
        return "fake";
    }

    @Override
    public List<Workload<?>> workloads() {
        return List.of(this);
    }

    @Override
    public List<SutServiceType<?>> sutServices() {
        return List.of(new FakeSut());
    }

    @Override
    public List<TelemetrySourceType> telemetrySources() {
        return List.of(this);
    }

    @Override
    public String name() {
        return "fake";
    }

    @Override
    public String description() {
        return "Puts things into memory.";
    }

    @Override
    public Class<Parameters> parametersType() {
        return Parameters.class;
    }

    @Override
    public WorkloadDefinition define(Parameters parameters) {
        return WorkloadDefinition.builder()
                .operations(OperationDefinition.of("put", "Puts one thing."))
                .pacing(Pacing.cycle(new Distribution.Fixed(Duration.ofMillis(20))))
                .metric(new MetricDefinition("putsPerSecond", "puts/s", "put", 1))
                .measures(
                        MeasureDefinition.counter("things", "things", "Things that were put."),
                        MeasureDefinition.gauge("level", "things", "Things that are there."))
                .executions(Execution.PLATFORM, Execution.VIRTUAL, Execution.EVENT_LOOP)
                .build();
    }

    private static void failWhen(Parameters parameters, Fault fault) {
        if (parameters.fault() == fault) {
            throw new IllegalStateException("the plugin fails in " + fault);
        }
    }

    @Override
    public WorkloadSession open(WorkloadContext<Parameters> context) {
        failWhen(context.parameters(), Fault.OPEN);
        return new WorkloadSession() {
            @Override
            public Driver driver(UserContext user) {
                failWhen(context.parameters(), Fault.DRIVER);
                return new FakeDriver(context.parameters(), user);
            }

            @Override
            public AsyncDriver asyncDriver(UserContext user, EventLoop loop) {
                UserContext.Counter counter = user.counter("things");
                long serviceNanos = context.parameters().service().toNanos();
                return (call, completion) -> loop.schedule(loop.nanoTime() + serviceNanos, () -> {
                    stored.incrementAndGet();
                    counter.add(1);
                    completion.complete(Outcome.ok());
                });
            }

            @Override
            public void close() {
                failWhen(context.parameters(), Fault.SESSION_CLOSE);
            }
        };
    }

    private final class FakeDriver implements Driver {
        private final Parameters parameters;
        private final UserContext.Counter counter;

        FakeDriver(Parameters parameters, UserContext user) {
            this.parameters = parameters;
            counter = user.counter("things");
            user.gauge("level", () -> {
                failWhen(parameters, Fault.GAUGE);
                return 1;
            });
        }

        @Override
        public void connect() {
            failWhen(parameters, Fault.CONNECT);
        }

        @Override
        public void prepareOperation(OperationCall call) {
            failWhen(parameters, Fault.PREPARE_OPERATION);
        }

        @Override
        public Outcome execute(OperationCall call) throws InterruptedException {
            failWhen(parameters, Fault.EXECUTE);
            TimeUnit.NANOSECONDS.sleep(parameters.service().toNanos());
            stored.incrementAndGet();
            counter.add(1);
            return Outcome.ok();
        }

        @Override
        public void close() {
            failWhen(parameters, Fault.DRIVER_CLOSE);
        }
    }

    @Override
    public DataSet dataSet(WorkloadContext<Parameters> context) {
        Parameters parameters = context.parameters();
        failWhen(parameters, Fault.DATA_SET);
        return new DataSet() {
            @Override
            public List<Finding> preflight(DataPolicy policy) {
                examined.set(policy);
                failWhen(parameters, Fault.PREFLIGHT);
                return IntStream.range(0, parameters.problems())
                        .mapToObj(i -> Finding.problem("Problem " + i + ".", "Fix it."))
                        .toList();
            }

            @Override
            public void prepare(DataPolicy policy, Progress progress) throws InterruptedException {
                failWhen(parameters, Fault.PREPARE);
                progress.report("loading things", 1, 2, "things");
                preparing.countDown();
                if (parameters.fault() == Fault.HANG_IN_PREPARE) {
                    new CountDownLatch(1).await();
                }
            }

            @Override
            public List<Finding> verify() {
                failWhen(parameters, Fault.VERIFY);
                return List.of(Finding.note("Two things are there."));
            }

            @Override
            public List<Reconciliation> reconcile(SentTotals sent) {
                failWhen(parameters, Fault.RECONCILE);
                whileReconciling.run();
                return List.of(
                        new Reconciliation("things", sent.operations("put", OutcomeKind.OK), stored.get(), 0),
                        new Reconciliation("counted things", sent.counter("things"), stored.get(), 0));
            }

            @Override
            public void close() {
                failWhen(parameters, Fault.DATA_CLOSE);
            }
        };
    }

    @Override
    public String service() {
        return "fakestore";
    }

    @Override
    public TelemetrySource open(SutAddress sut) {
        return () -> {
            if (sut.property("telemetry").equals("broken")) {
                throw new IllegalStateException("no samples");
            }
            return List.of(new TelemetrySource.Sample("things", stored.get(), "things", true));
        };
    }

    /** All faults except those with separate tests; the value is whether the run continues. */
    static Map<Fault, Boolean> faultsByWhetherRunContinues() {
        Map<Fault, Boolean> continues = new EnumMap<>(Fault.class);
        for (Fault fault : Fault.values()) {
            continues.put(fault, true);
        }
        for (Fault fault : List.of(Fault.OPEN, Fault.DATA_SET, Fault.PREFLIGHT, Fault.PREPARE, Fault.VERIFY)) {
            continues.put(fault, false);
        }
        continues.remove(Fault.HANG_IN_PREPARE);
        return continues;
    }
}
