// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.faban;

import com.sun.faban.driver.CustomMetrics;
import com.sun.faban.driver.FatalException;
import java.io.IOException;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.plateaubench.api.Outcome;
import org.plateaubench.api.Phase;
import org.plateaubench.http.browser.HttpMeasures;
import org.plateaubench.http.browser.HttpOutcomes;
import org.plateaubench.spi.Driver;
import org.plateaubench.spi.OperationCall;
import org.plateaubench.spi.UserContext;

/** Runs a driver of Faban as a driver of Plateau. */
final class FabanDriver implements Driver {
    private static final String EXCEPTION = "exception";

    private final EmulatedUser emulated;
    private final UserContext user;
    private final OwnFigures figures;
    private final HttpMeasures measures;
    private final List<DriverOperation> operations;
    private @Nullable Thread running;
    private boolean aborted;
    private boolean restarts;
    /** An instant of the steady phase; negative if the user had no operation in it. */
    private long steadyNanos = -1;

    FabanDriver(EmulatedUser emulated, UserContext user, OwnFigures figures, List<DriverOperation> operations) {
        this.emulated = emulated;
        this.user = user;
        this.figures = figures;
        this.operations = operations;
        this.measures = new HttpMeasures(name -> user.counter(name)::add);
    }

    @Override
    public void connect() throws Exception {
        enter();
        try {
            emulated.makeInstance();
            if (restarts) {
                for (KitTransport transport : emulated.transports()) {
                    transport.restart();
                }
                restarts = false;
            }
        } finally {
            leave();
        }
    }

    @Override
    public Outcome execute(OperationCall call) throws Exception {
        DriverOperation operation = operations.get(call.operation());
        boolean steady = user.phaseAt(call.intendedNanos()) == Phase.STEADY;
        if (steady) {
            steadyNanos = call.intendedNanos();
        }
        Exception thrown = null;
        enter();
        boolean overran;
        try {
            emulated.operate(operation, steady, call.draws().key());
        } catch (Exception e) {
            thrown = e;
        } finally {
            overran = leave();
            emulated.transports().forEach(transport -> transport.endOperation(measures));
        }
        Outcome outcome = outcome(operation, thrown, overran);
        observe(operation, outcome);
        return outcome;
    }

    private Outcome outcome(DriverOperation operation, @Nullable Exception thrown, boolean overran) throws Exception {
        if (overran) {
            return Outcome.connectionLost(Outcome.TIMEOUT, "the operation exceeded its timeout");
        }
        if (thrown != null) {
            return outcome(thrown);
        }
        String missing = emulated.section().missing();
        if (!missing.isEmpty()) {
            throw new IllegalStateException("Operation " + operation.declaredName() + " ("
                    + operation.method().getDeclaringClass().getName() + "."
                    + operation.method().getName() + ") " + missing);
        }
        return Outcome.ok();
    }

    /**
     * Returns the outcome of an operation that threw an exception. A driver of Faban reports a failed operation by any
     * exception, and its connections stay usable. An unchecked exception of the Java platform, such as a {@code
     * NullPointerException}, does not describe the SUT but is a fault of the driver; it is thrown again, so that the
     * harness reports it.
     */
    private static Outcome outcome(Exception thrown) throws Exception {
        if (thrown instanceof IOException failure) {
            Outcome outcome = HttpOutcomes.of(failure);
            return Outcome.error(outcome.reason(), outcome.message());
        }
        if (thrown instanceof FatalException || isOfPlatform(thrown)) {
            throw thrown;
        }
        return Outcome.error(EXCEPTION, thrown.toString());
    }

    /**
     * Whether an exception is an unchecked one of the Java platform. A plain {@code RuntimeException} is not, because
     * drivers throw it on purpose.
     */
    private static boolean isOfPlatform(Exception thrown) {
        ClassLoader loader = thrown.getClass().getClassLoader();
        return thrown instanceof RuntimeException
                && !thrown.getClass().equals(RuntimeException.class)
                && (loader == null || loader.equals(ClassLoader.getPlatformClassLoader()));
    }

    private void observe(DriverOperation operation, Outcome outcome) {
        long now = user.nanoTime();
        TimedSection section = emulated.section();
        long start = section.startNanos(now);
        boolean whole = outcome.equals(Outcome.ok());
        user.observed(operation.series(), start, whole ? start + section.lengthNanos() : now, outcome);
    }

    private synchronized void enter() {
        running = Thread.currentThread();
        aborted = false;
    }

    /** Records the end of the call; returns whether it was aborted. */
    private synchronized boolean leave() {
        running = null;
        if (aborted) {
            // The interrupt was for the driver, and must not reach the harness.
            Thread.interrupted();
            restarts = true;
        }
        return aborted;
    }

    /** Aborts running requests, and interrupts a driver that waits for something else. */
    @Override
    public synchronized void abort() {
        if (running != null) {
            aborted = true;
            emulated.transports().forEach(KitTransport::abort);
            running.interrupt();
        }
    }

    @Override
    public void close() {
        emulated.transports().forEach(KitTransport::close);
        figures.sawSteady(steadyNanos);
        if (figures.leaves()) {
            report();
        }
    }

    /** Reports the figures of all users; only the last user does this. */
    private void report() {
        List<CustomMetrics.Element> rows = figures.rows();
        long instant = figures.steadyNanos();
        for (CustomMetrics.Element row : rows) {
            emulated.write("CustomMetrics: " + text(row));
            if (row.passed != null && instant >= 0) {
                judge(row, row.passed, instant);
            }
        }
    }

    private void judge(CustomMetrics.Element row, boolean passed, long instant) {
        Outcome outcome = passed ? Outcome.ok() : Outcome.error("missed", text(row));
        user.observed(WorkloadOfDriver.CUSTOM_METRICS, instant, instant, outcome);
        if (!passed) {
            user.observed(WorkloadOfDriver.MISSED_METRICS, instant, instant, Outcome.ok());
        }
    }

    private static String text(CustomMetrics.Element row) {
        StringBuilder text =
                new StringBuilder(String.valueOf(row.description)).append(": ").append(row.result);
        if (row.target != null) {
            text.append(", target ").append(row.target);
        }
        if (row.allowedDeviation != null) {
            text.append(", allowed deviation ").append(row.allowedDeviation);
        }
        if (row.passed != null) {
            text.append(row.passed ? ", passed" : ", missed");
        }
        return text.toString();
    }
}
