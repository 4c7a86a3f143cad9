// SPDX-License-Identifier: Apache-2.0
package com.sun.faban.driver;

import com.sun.faban.driver.util.Random;
import java.util.logging.Logger;
import javax.xml.xpath.XPathExpressionException;
import org.jspecify.annotations.Nullable;
import org.w3c.dom.Element;

/**
 * Gives a driver information about its user and its run. Each user has a context, which can be used only in the
 * driver's constructor, operations and hooks, on the thread that called them.
 */
public abstract class DriverContext {
    private static final ThreadLocal<DriverContext> CURRENT = new ThreadLocal<>();

    /** Creates a context; only for the harness. */
    protected DriverContext() {}

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
                    + Thread.currentThread().getName() + " is none");
        }
        return context;
    }

    /** Sets the context of the calling thread; null for none. Only for the harness. */
    protected static void use(@Nullable DriverContext context) {
        if (context == null) {
            CURRENT.remove();
        } else {
            CURRENT.set(context);
        }
    }

    /** Creates the exchanges of a transport, which the harness times. Only for {@link HttpTransport}. */
    protected abstract HttpTransport.Exchanges newExchanges();

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

    /** Number of the running operation among those of the mix, from 0; -1 outside operations. */
    public abstract int getOperationId();

    /** Number of operations of the mix. */
    public abstract int getOperationCount();

    /** Folder of the unpacked driver. */
    public abstract String getBaseDir();

    /** Folder {@code resources} of the unpacked driver. */
    public abstract String getResourceDir();

    /** Returns a logger whose lines are stored in the folder of the run. */
    public Logger getLogger() {
        return Logger.getLogger("com.sun.faban.driver." + getDriverName());
    }

    /** Writes lines to the logger. Only for the harness. */
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
     * Returns the text at a path of the benchmark's {@code run.xml}; empty if there is none.
     *
     * @throws XPathExpressionException if the path is not valid
     */
    public abstract String getXPathValue(String path) throws XPathExpressionException;

    /** The element {@code properties} of the driver in the benchmark's {@code run.xml}; null if there is none. */
    public abstract @Nullable Element getPropertiesNode();

    /** Milliseconds on the run's clock. */
    public abstract int getTime();

    /** Nanoseconds on the run's clock. */
    public abstract long getNanoTime();

    /** Whether the intended start of the running operation is in the steady phase, so that the operation counts. */
    public abstract boolean isTxSteadyState();

    /** Starts the timed section of an operation of {@link Timing#MANUAL}, ends a pause of it, or else ends it. */
    public abstract void recordTime();

    /** Stops the clock of a timed section of {@link Timing#MANUAL}, until the next {@link #recordTime()}. */
    public abstract void pauseTime();

    /** Sets the object with this user's figures. */
    public void attachMetrics(CustomMetrics metrics) {
        attachMetrics(metrics.getClass().getName(), metrics);
    }

    /** Sets one of several objects with this user's figures. */
    public abstract void attachMetrics(String name, CustomMetrics metrics);
}
