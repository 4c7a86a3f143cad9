// SPDX-License-Identifier: Apache-2.0
package com.sun.faban.driver;

import com.sun.faban.driver.util.Random;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.logging.Logger;
import javax.xml.xpath.XPathExpressionException;
import org.jspecify.annotations.Nullable;

/**
 * Gives a driver information about its user and its run. Each user has a context, which can be used only in the
 * driver's constructor, operations and hooks, on the thread that called them.
 */
public abstract class DriverContext {
    private static final ThreadLocal<DriverContext> CURRENT = new ThreadLocal<>();

    /** Random values of this user. */
    protected final Random random;

    private final Settings settings;
    private final int thread;
    private int operation = -1;
    private boolean steady;

    /**
     * The state that all users of a driver share.
     *
     * @param operations names of the operations, in order
     * @param folder folder of the unpacked driver
     */
    public record Settings(
            String driver,
            List<String> operations,
            Path folder,
            Map<String, List<String>> properties,
            int scale,
            int users,
            Duration rampUp,
            Duration steady,
            Duration rampDown) {}

    /** Creates the context of a user; only for the harness. */
    protected DriverContext(Settings settings, int thread, long seed) {
        this.settings = settings;
        this.thread = thread;
        this.random = new Random(seed);
    }

    /**
     * Returns the context of the calling thread.
     *
     * @throws IllegalStateException if the thread does not run a driver
     */
    public static DriverContext getContext() {
        DriverContext context = CURRENT.get();
        if (context == null) {
            throw new IllegalStateException("DriverContext.getContext() is for constructors, operations and hooks of a"
                    + " driver, on the thread that calls them; "
                    + Thread.currentThread().getName() + " runs no driver");
        }
        return context;
    }

    /** Sets the context of the calling thread; null for none. Only for the harness. */
    protected static void setContext(@Nullable DriverContext context) {
        if (context == null) {
            CURRENT.remove();
        } else {
            CURRENT.set(context);
        }
    }

    /** Sets the running operation, -1 for none, and whether it counts. Only for the harness. */
    protected final void setOperation(int number, boolean inSteadyState) {
        operation = number;
        steady = inSteadyState;
    }

    /** Creates the exchanges of a transport, which the harness times. Only for {@link HttpTransport}. */
    protected abstract HttpTransport.Exchanges newExchanges();

    public int getScale() {
        return settings.scale;
    }

    /** Returns 0: one process drives all users. */
    public int getAgentId() {
        return 0;
    }

    public int getThreadId() {
        return thread;
    }

    public int getClientsInAgent() {
        return settings.users;
    }

    public int getClientsInDriver() {
        return settings.users;
    }

    public String getDriverName() {
        return settings.driver;
    }

    public @Nullable String getCurrentOperation() {
        return operation < 0 ? null : settings.operations.get(operation);
    }

    public int getOperationId() {
        return operation;
    }

    public int getOperationCount() {
        return settings.operations.size();
    }

    public String getBaseDir() {
        return settings.folder.toString();
    }

    public String getResourceDir() {
        return settings.folder.resolve("resources").toString();
    }

    /** Returns a logger whose lines are stored in the folder of the run. */
    public Logger getLogger() {
        return Logger.getLogger("com.sun.faban.driver." + settings.driver);
    }

    public Random getRandom() {
        return random;
    }

    public @Nullable String getProperty(String name) {
        List<String> values = settings.properties.get(name);
        return values == null ? null : values.get(0);
    }

    public String @Nullable [] getPropertyValues(String name) {
        List<String> values = settings.properties.get(name);
        return values == null ? null : values.toArray(new String[0]);
    }

    public abstract String getXPathValue(String path) throws XPathExpressionException;

    public int getTime() {
        return (int) TimeUnit.NANOSECONDS.toMillis(getNanoTime());
    }

    public abstract long getNanoTime();

    /** Whether the intended start of the running operation is in the steady phase, so that the operation counts. */
    public boolean isTxSteadyState() {
        return steady;
    }

    public int getRampUp() {
        return (int) settings.rampUp.toSeconds();
    }

    public int getSteadyState() {
        return (int) settings.steady.toSeconds();
    }

    public int getRampDown() {
        return (int) settings.rampDown.toSeconds();
    }

    public int getSteadyStateStart() {
        return (int) settings.rampUp.toMillis();
    }

    public long getSteadyStateStartNanos() {
        return settings.rampUp.toNanos();
    }

    public abstract void recordTime();

    public abstract void pauseTime();

    public void attachMetrics(CustomMetrics metrics) {
        attachMetrics("Miscellaneous Statistics", metrics);
    }

    public abstract void attachMetrics(String name, CustomMetrics metrics);
}
