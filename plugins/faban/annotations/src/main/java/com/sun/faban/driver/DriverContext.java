// SPDX-License-Identifier: Apache-2.0
package com.sun.faban.driver;

import com.sun.faban.driver.util.Random;
import java.util.logging.Logger;
import javax.xml.xpath.XPathExpressionException;
import org.jspecify.annotations.Nullable;

/**
 * What a driver knows of its user and its run. Of one user, and of use only in its constructor, its operations and its
 * hooks, on the thread that called them.
 */
public abstract class DriverContext {
    private static final ThreadLocal<DriverContext> CURRENT = new ThreadLocal<>();

    /** A context that the harness implements. */
    protected DriverContext() {}

    /**
     * The context of the calling thread.
     *
     * @throws IllegalStateException on a thread that runs no driver
     */
    public static DriverContext getContext() {
        DriverContext context = CURRENT.get();
        if (context == null) {
            throw new IllegalStateException("DriverContext.getContext() is for constructors, operations and hooks of a"
                    + " driver, on the thread that calls them; "
                    + Thread.currentThread().getName() + " is none");
        }
        return context;
    }

    /** Makes a context that of the calling thread; null for none. For the harness. */
    protected static void use(@Nullable DriverContext context) {
        if (context == null) {
            CURRENT.remove();
        } else {
            CURRENT.set(context);
        }
    }

    /** A transport whose requests the harness times. For {@link HttpTransport#newInstance}. */
    protected abstract HttpTransport newTransport();

    /** The scale of the run. */
    public abstract int getScale();

    /** Number of the agent, from 0. */
    public abstract int getAgentId();

    /** Number of the user among all users of the driver, from 0. */
    public abstract int getThreadId();

    /** Users of this driver in this agent. */
    public abstract int getClientsInAgent();

    /** Users of this driver. */
    public abstract int getClientsInDriver();

    /** Name of the driver. */
    public abstract String getDriverName();

    /** Name of the running operation; null outside operations. */
    public abstract @Nullable String getCurrentOperation();

    /** Folder of the unpacked driver, which holds {@code resources}. */
    public abstract String getResourceDir();

    /** A logger; its lines are kept in the folder of the run. */
    public Logger getLogger() {
        return Logger.getLogger("com.sun.faban.driver." + getDriverName());
    }

    /** Writes lines to the logger. For the harness. */
    protected final void log(String lines) {
        getLogger().info(lines);
    }

    /** Random values of this user. */
    public abstract Random getRandom();

    /** A property of the driver; null when it is not set. */
    public abstract @Nullable String getProperty(String name);

    /** All values of a property of the driver; empty when it is not set. */
    public abstract String[] getPropertyValues(String name);

    /**
     * The text at a place of the benchmark's {@code run.xml}; empty when there is none.
     *
     * @throws XPathExpressionException when the path is not valid
     */
    public abstract String getXPathValue(String path) throws XPathExpressionException;

    /** Nanoseconds on the run's clock. */
    public abstract long getNanoTime();

    /** Whether the running operation counts: it was intended in the steady phase. */
    public abstract boolean isTxSteadyState();

    /** Starts the timed section of an operation of {@link Timing#MANUAL}, or ends it when it has started. */
    public abstract void recordTime();

    /** Stops the clock of a timed section of {@link Timing#MANUAL}. */
    public abstract void pauseTime();

    /** Starts the clock again after {@link #pauseTime()}. */
    public abstract void resumeTime();

    /** Hands over the object that holds this user's own figures. */
    public abstract void attachMetrics(CustomMetrics metrics);

    /** Hands over the object that holds this user's own table. */
    public abstract void attachMetrics(CustomTableMetrics metrics);
}
