// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.faban;

import com.sun.faban.driver.CustomMetrics;
import com.sun.faban.driver.DriverContext;
import com.sun.faban.driver.FatalException;
import com.sun.faban.driver.HttpTransport;
import com.sun.faban.driver.Result;
import java.io.IOException;
import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;
import javax.xml.xpath.XPathExpressionException;
import org.jspecify.annotations.Nullable;
import org.plateaubench.api.KeyedRandom;
import org.plateaubench.api.Outcome;
import org.plateaubench.api.Pacing;
import org.plateaubench.api.Phase;
import org.plateaubench.http.HttpConnector;
import org.plateaubench.http.browser.HttpMeasures;
import org.plateaubench.http.browser.HttpOutcomes;
import org.plateaubench.spi.Driver;
import org.plateaubench.spi.OperationCall;
import org.plateaubench.spi.UserContext;

/** Runs one user's instance of a Faban driver, and is the context of that instance. */
final class FabanDriver extends DriverContext implements Driver {
    private static final Outcome OVERRUN =
            Outcome.connectionLost(Outcome.TIMEOUT, "the operation exceeded its timeout");

    private final DriverSettings settings;
    private final List<DriverOperation> operations;
    private final AttachedMetrics attached;
    private final HttpConnector connector;
    private final TimedSection section = new TimedSection();
    private final List<BrowserExchanges> transports = new CopyOnWriteArrayList<>();
    private final Result result;
    private final HttpMeasures measures =
            new HttpMeasures(name -> amount -> user().counter(name).add(amount));
    /** Held while an operation runs, of the mix or in the background: a driver runs only one at a time. */
    private final ReentrantLock turn = new ReentrantLock(true);
    /** Null before users start. */
    private volatile @Nullable UserContext user;

    private @Nullable Object instance;
    private @Nullable Thread running;
    private boolean aborted;
    private volatile boolean mustRestart;
    private volatile boolean backgroundStarted;

    /** The state that all users of a driver share, with their settings, and the key of the draws of constructors. */
    record DriverSettings(DriverDefinition driver, Settings context, @Nullable RunXml runXml, long seed) {}

    /** The metrics that the users of a driver attach, merged when the last user has ended. Thread-safe. */
    static final class AttachedMetrics {
        private final Map<String, List<CustomMetrics>> metrics = new LinkedHashMap<>();
        private final Result result;
        private int users;

        AttachedMetrics(Settings settings) {
            result = new Result(settings);
        }

        /** Records the start of a user. */
        synchronized void addUser() {
            users++;
        }

        /** Records the end of a user; returns whether it was the last one. */
        synchronized boolean removeUser(Result userResult) {
            result.add(userResult);
            users--;
            return users == 0;
        }

        synchronized void attach(String name, CustomMetrics own) {
            metrics.computeIfAbsent(name, any -> new ArrayList<>()).add(own);
        }

        /** Returns the merged rows of all users. */
        synchronized List<CustomMetrics.Element> rows() {
            result.use();
            List<CustomMetrics.Element> rows = new ArrayList<>();
            for (List<CustomMetrics> ofUsers : metrics.values()) {
                CustomMetrics all = (CustomMetrics) ofUsers.getFirst().clone();
                ofUsers.stream().skip(1).forEach(all::add);
                rows.addAll(List.of(all.getResults()));
            }
            return rows;
        }
    }

    FabanDriver(DriverSettings settings, AttachedMetrics attached, HttpConnector connector, int number) {
        super(settings.context(), number, KeyedRandom.key(settings.seed(), number));
        this.settings = settings;
        this.operations = settings.driver().operations();
        this.attached = attached;
        this.connector = connector.ofUser();
        this.result = new Result(settings.context());
    }

    /** Makes this the driver of a user of the run. */
    FabanDriver withUser(UserContext userOfRun) {
        user = userOfRun;
        attached.addUser();
        return this;
    }

    private UserContext user() {
        return Objects.requireNonNull(user);
    }

    @Override
    public void connect() throws Exception {
        enter();
        try {
            turn.lockInterruptibly();
            try {
                makeInstance();
                if (mustRestart) {
                    for (BrowserExchanges transport : transports) {
                        transport.restart();
                    }
                    mustRestart = false;
                }
            } finally {
                turn.unlock();
            }
        } finally {
            leave();
        }
        if (!backgroundStarted && !settings.driver().background().isEmpty()) {
            backgroundStarted = true;
            user().background("background", this::repeatInBackground);
        }
    }

    /** Creates the instance of the driver, if it does not exist yet. */
    void makeInstance() throws Exception {
        if (instance == null) {
            Constructor<?> constructor = settings.driver().type().getConstructor();
            instance = callDriver(constructor::newInstance);
        }
    }

    void call(Method method) throws Exception {
        Object driver = instance;
        callDriver(() -> method.invoke(driver));
    }

    /** Calls the driver's code with this context, and passes on its exceptions. */
    private Object callDriver(Callable<Object> call) throws Exception {
        Thread thread = Thread.currentThread();
        ClassLoader before = thread.getContextClassLoader();
        thread.setContextClassLoader(settings.driver().type().getClassLoader());
        setContext(this);
        try {
            return call.call();
        } catch (InvocationTargetException e) {
            if (e.getCause() instanceof Error exception) {
                throw exception;
            }
            throw (Exception) e.getCause();
        } finally {
            setContext(null);
            thread.setContextClassLoader(before);
        }
    }

    @Override
    public Outcome execute(OperationCall call) throws Exception {
        enter();
        try {
            turn.lockInterruptibly();
        } catch (InterruptedException e) {
            leave();
            return OVERRUN;
        }
        try {
            return perform(call.operation(), call.intendedNanos(), call.draws().key(), this::leave);
        } finally {
            turn.unlock();
        }
    }

    /** Performs an operation, and calls {@code end} after it, which returns whether the operation was aborted. */
    private Outcome perform(int number, long intendedNanos, long seed, BooleanSupplier end) throws Exception {
        DriverOperation operation = operations.get(number);
        boolean steady = user().phaseAt(intendedNanos) == Phase.STEADY;
        setOperation(number, steady);
        random.setSeed(seed);
        section.begin(operation.timing());
        Exception exception = null;
        boolean overrun;
        try {
            call(operation.method());
        } catch (Exception e) {
            exception = e;
        } finally {
            overrun = end.getAsBoolean();
            section.end();
            setOperation(-1, false);
        }
        Outcome outcome;
        try {
            outcome = overrun ? OVERRUN : outcome(operation, exception);
            if (outcome.equals(Outcome.ok())) {
                transports.forEach(transport -> transport.countAnswers(user()));
            }
        } finally {
            transports.forEach(transport -> transport.endOperation(measures));
        }
        boolean isOk = outcome.equals(Outcome.ok());
        result.count(number, isOk, steady);
        long now = user().nanoTime();
        long start = section.startNanos(now);
        user().observed(operation.series(), start, isOk ? start + section.lengthNanos() : now, outcome);
        return outcome;
    }

    /** Repeats the operations in the background in turn until the user ends. */
    private void repeatInBackground() throws Exception {
        List<DriverOperation> repeated = settings.driver().background();
        long seed = KeyedRandom.key(KeyedRandom.key(settings.seed(), "background"), getThreadId());
        long due = user().nanoTime() + repeated.getFirst().cycle().gap().residualNanos(KeyedRandom.toUnit(seed));
        for (int repetition = 0; ; repetition++) {
            int index = repetition % repeated.size();
            DriverOperation operation = repeated.get(index);
            Thread.sleep(Duration.ofNanos(Math.max(0, due - user().nanoTime())));
            if (user().phaseAt(user().nanoTime()) == Phase.DRAIN) {
                return;
            }
            long key = KeyedRandom.key(seed, repetition);
            long end;
            turn.lockInterruptibly();
            try {
                int number = operations.size() - repeated.size() + index;
                Outcome outcome = perform(number, due, key, () -> false);
                end = user().nanoTime();
                Outcome observed = Thread.currentThread().isInterrupted() ? OVERRUN : outcome;
                user().observed(operation.backgroundSeries(), due, end, observed);
            } finally {
                turn.unlock();
            }
            Pacing cycle = operation.cycle();
            due = (cycle.hasFixedSchedule() ? due : end)
                    + cycle.gap().sampleNanos(KeyedRandom.toUnit(KeyedRandom.key(key, repetition)));
        }
    }

    /**
     * Returns the outcome of an operation. A Faban driver reports a failed operation by any exception, and its
     * connections stay usable. An unchecked exception of the Java platform is a fault of the driver and is thrown
     * again, so that the harness reports it, except a plain {@code RuntimeException}, which drivers throw on purpose.
     */
    private Outcome outcome(DriverOperation operation, @Nullable Exception exception) throws Exception {
        if (exception == null) {
            String missing = section.missing();
            if (!missing.isEmpty()) {
                throw new IllegalStateException("Operation " + operation.declaredName() + " ("
                        + operation.method().getDeclaringClass().getName() + "."
                        + operation.method().getName() + ") " + missing);
            }
            return Outcome.ok();
        }
        if (exception instanceof IOException failure) {
            Outcome outcome = HttpOutcomes.of(failure);
            return Outcome.error(outcome.reason(), outcome.message());
        }
        ClassLoader loader = exception.getClass().getClassLoader();
        boolean isOfPlatform = exception instanceof RuntimeException
                && !exception.getClass().equals(RuntimeException.class)
                && (loader == null || loader.equals(ClassLoader.getPlatformClassLoader()));
        if (exception instanceof FatalException || isOfPlatform) {
            throw exception;
        }
        return Outcome.error("exception", exception.toString());
    }

    private synchronized void enter() {
        running = Thread.currentThread();
        aborted = false;
    }

    /** Records the end of the call; returns whether it was aborted. */
    private synchronized boolean leave() {
        running = null;
        if (aborted) {
            // The interrupt must end the driver's call only, and not reach the harness.
            Thread.interrupted();
            mustRestart = true;
        }
        return aborted;
    }

    /** Aborts running requests, and interrupts a driver that waits for something else. */
    @Override
    public synchronized void abort() {
        if (running != null) {
            aborted = true;
            transports.forEach(BrowserExchanges::abort);
            running.interrupt();
        }
    }

    @Override
    public void close() {
        transports.forEach(BrowserExchanges::close);
        if (attached.removeUser(result)) {
            report();
        }
    }

    /** The rows are recorded as of the beginning of the steady phase, since their users have ended. */
    private void report() {
        long instant = settings.context().rampUp().toNanos();
        for (CustomMetrics.Element row : attached.rows()) {
            String text = row.description + ": " + row.result + (row.target == null ? "" : ", target " + row.target);
            Boolean passed = row.passed;
            getLogger().info("CustomMetrics: " + text + (passed == null ? "" : passed ? ", passed" : ", missed"));
            if (passed != null && getNanoTime() >= instant) {
                Outcome outcome = passed ? Outcome.ok() : Outcome.error("missed", text);
                user().observed(DriverDefinition.CUSTOM_METRICS, instant, instant, outcome);
                if (!passed) {
                    user().observed(DriverDefinition.MISSED_METRICS, instant, instant, Outcome.ok());
                }
            }
        }
    }

    @Override
    protected HttpTransport.Exchanges newExchanges() {
        BrowserExchanges transport = new BrowserExchanges(connector, section, this::getNanoTime);
        transports.add(transport);
        return transport;
    }

    @Override
    public String getXPathValue(String path) throws XPathExpressionException {
        RunXml runXml = settings.runXml();
        if (runXml == null) {
            throw new IllegalStateException("The driver reads " + path
                    + " of its run.xml, but the run file does not name that file: set the parameter 'runXml'");
        }
        return runXml.text(path);
    }

    @Override
    public long getNanoTime() {
        UserContext known = user;
        return known == null ? 0 : known.nanoTime();
    }

    @Override
    public void recordTime() {
        section.record(getNanoTime());
    }

    @Override
    public void pauseTime() {
        section.pause(getNanoTime());
    }

    @Override
    public void attachMetrics(String name, CustomMetrics metrics) {
        attached.attach(name, metrics);
    }
}
