// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.judge;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import org.plateaubench.api.CheckDefinition;
import org.plateaubench.api.CheckDefinition.Term;
import org.plateaubench.engine.config.key.RunClass;
import org.plateaubench.engine.run.event.EventType;
import org.plateaubench.measure.interval.WorkloadInterval;

/** A run of the store with realistic figures, generated from a seed. */
public final class SampleRun {
    private static final String STORE = "1/store";

    private final Random random = new Random(7);
    private final TestRun run;

    private SampleRun(TestRun run) {
        this.run = run;
    }

    public static TestRun failing(Path folder, int steadySeconds) {
        return make(folder, steadySeconds, "p95 < 20ms");
    }

    public static TestRun passing(Path folder, int steadySeconds) {
        return make(folder, steadySeconds, "p95 < 900ms");
    }

    private static TestRun make(Path folder, int steadySeconds, String purchaseLimit) {
        TestPlan plan = new TestPlan();
        plan.name = "quickstart";
        plan.description = "DVD Store on an embedded database.";
        plan.runClass = RunClass.DEV;
        plan.rampUp = Duration.ofSeconds(Math.max(1, steadySeconds / 4));
        plan.steady = Duration.ofSeconds(steadySeconds);
        plan.rampDown = Duration.ofSeconds(Math.max(1, steadySeconds / 6));
        plan.limits.put("purchase", List.of(purchaseLimit, "errors < 1%", "declined < 4%"));
        plan.limits.put("login", List.of("p95 < 200ms"));
        plan.limits.put("order", List.of("p95 < 2s"));
        plan.checks = List.of(
                CheckDefinition.ratio(
                                "rowsPerBrowse",
                                "Rows that a browse returns on average.",
                                "rows",
                                List.of(Term.counter("rowsRead")),
                                List.of(
                                        Term.completed("browseCategory"),
                                        Term.completed("browseActor"),
                                        Term.completed("browseTitle")))
                        .atLeast(0.5)
                        .atMost(10),
                CheckDefinition.percent(
                        "newCustomerShare",
                        "Orders of new customers.",
                        List.of(Term.completed("newCustomer")),
                        List.of(Term.completed("order"))));
        TestRun testRun = new TestRun(folder, plan.store(1).build());
        new SampleRun(testRun).drive();
        testRun.reconciled(STORE, "order rows", 5_123, 5_123);
        testRun.reconciled(STORE, "order line rows", 15_871, 15_871);
        testRun.end("completed");
        return testRun;
    }

    private void drive() {
        run.event(EventType.PREFLIGHT_NOTE, STORE, "The server runs with fsync = off & more.");
        run.event(EventType.SUT_STARTED, "sut/db", "Started in a process of its own on port 40213.");
        run.drive(this::second);
    }

    private void second(long startNanos) {
        boolean slow = startNanos / TestRun.SECOND % 17 == 9;
        for (int order = 0; order < 14; order++) {
            order(startNanos + (long) (random.nextDouble() * 0.6 * TestRun.SECOND), slow ? 3.0 : 1.0);
        }
        run.levels(STORE, new WorkloadInterval.Levels(16, slow ? 9 : 1 + random.nextInt(4), 0, 0));
        run.recorder(STORE).counter(0, 30 + random.nextInt(20));
        double share = 0.16 + random.nextDouble() * 0.05;
        run.telemetry("host", "cpu", share * 100, "%", false);
        run.telemetry("agent/local", "cpu", 4 + random.nextDouble() * 2, "%", false);
        run.telemetry("sut/db", "cpu", 9 + random.nextDouble() * (slow ? 20 : 4), "%", false);
    }

    private void order(long startNanos, double slowness) {
        long at = startNanos;
        at = operation(random.nextInt(5) == 0 ? "newCustomer" : "login", at, 2.2 * slowness);
        for (int i = random.nextInt(5); i >= 0; i--) {
            at = operation(
                    List.of("browseTitle", "browseActor", "browseCategory").get(random.nextInt(3)), at, 4);
        }
        long purchaseNanos = time(9 * slowness);
        int draw = random.nextInt(400);
        if (draw < 8) {
            run.declined(STORE, "purchase", at, purchaseNanos, "out-of-stock");
        } else if (draw < 9) {
            run.error(STORE, "purchase", at, purchaseNanos, "deadlock", "Deadlock found; <script>alert(1)</script>");
        } else {
            run.ok(STORE, "purchase", at, purchaseNanos, lag());
        }
        run.ok(STORE, "order", startNanos, at + purchaseNanos - startNanos, lag());
    }

    private long operation(String name, long at, double medianMillis) {
        long nanos = time(medianMillis);
        run.ok(STORE, name, at, nanos, lag());
        return at + nanos;
    }

    private long time(double medianMillis) {
        return (long) (medianMillis * TestRun.MILLI * Math.exp(0.45 * random.nextGaussian()));
    }

    private long lag() {
        return (long) (60_000 * Math.exp(0.5 * random.nextGaussian()));
    }
}
