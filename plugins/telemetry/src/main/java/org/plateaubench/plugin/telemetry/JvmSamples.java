// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.telemetry;

import java.io.IOException;
import java.io.ObjectInputFilter;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import javax.management.AttributeNotFoundException;
import javax.management.InstanceNotFoundException;
import javax.management.JMException;
import javax.management.MBeanServerConnection;
import javax.management.openmbean.CompositeData;
import javax.management.remote.JMXConnector;
import javax.management.remote.JMXConnectorFactory;
import javax.management.remote.JMXServiceURL;
import javax.rmi.ssl.SslRMIClientSocketFactory;
import org.jspecify.annotations.Nullable;
import org.plateaubench.api.SutAddress;
import org.plateaubench.process.HostPort;
import org.plateaubench.process.ObservedServiceType;

/**
 * Reads attributes of a JVM. Remote JMX has no time limits, so each query runs in a separate thread, which is awaited
 * for a limited time. No further query is made while one hangs. Only classes of the Java platform are deserialised.
 */
final class JvmSamples extends PacedSource {
    /**
     * The classes that may be deserialised. Remote JMX uses Java serialisation, so a hostile JVM must not be able to
     * send objects of other classes than attributes need.
     */
    private static final String CLASSES =
            "maxdepth=50;maxrefs=100000;maxbytes=10000000;maxarray=100000;java.base/*;java.management/*;java.rmi/*;"
                    + "java.management.rmi/*;!*";

    private final HostPort jvm;
    private final Map<String, AttributePlace> places = new LinkedHashMap<>();
    private final List<String> totals;
    private final Map<String, Object> environment = new HashMap<>();
    private volatile @Nullable JMXConnector connector;
    private volatile boolean closed;
    private @Nullable Thread queryThread;

    JvmSamples(SutAddress address) {
        super(Duration.parse(address.property("every")));
        jvm = HostPort.of(address.property("address")).orElseThrow();
        ObservedServiceType.map(address, "attributes")
                .forEach((name, place) ->
                        places.put(name, AttributePlace.of(place).orElseThrow()));
        totals = ObservedServiceType.list(address, "totals");
        if (!address.property("user").isEmpty()) {
            environment.put(
                    JMXConnector.CREDENTIALS, new String[] {address.property("user"), address.property("password")});
        }
        if (address.property("tls").equals("true")) {
            environment.put("com.sun.jndi.rmi.factory.socket", new SslRMIClientSocketFactory());
        }
    }

    private static synchronized void acceptOnlyPlainValues() {
        if (ObjectInputFilter.Config.getSerialFilter() == null) {
            ObjectInputFilter.Config.setSerialFilter(ObjectInputFilter.Config.createFilter(CLASSES));
        }
    }

    @Override
    protected List<Sample> read() throws IOException, InterruptedException {
        Thread before = queryThread;
        if (before != null && before.isAlive()) {
            throw new IOException(jvm + " has not answered the last query yet.");
        }
        FutureTask<List<Sample>> query = new FutureTask<>(this::query);
        Thread thread = Thread.ofPlatform().daemon().name("plateau-jmx").unstarted(query);
        queryThread = thread;
        thread.start();
        try {
            return query.get(ANSWER_TIMEOUT.toNanos(), TimeUnit.NANOSECONDS);
        } catch (TimeoutException e) {
            thread.interrupt();
            throw new IOException(jvm + " did not answer over JMX within " + ANSWER_TIMEOUT.toSeconds() + " s.", e);
        } catch (ExecutionException e) {
            disconnect();
            throw new IOException(jvm + " cannot be read over JMX: " + reason(e.getCause()));
        }
    }

    private static String reason(@Nullable Throwable cause) {
        return cause instanceof SecurityException
                ? "user and password were refused."
                : String.valueOf(cause == null ? "" : cause.getMessage());
    }

    @SuppressWarnings("BanJNDI") // Remote JMX uses JNDI; the returned objects are filtered.
    private List<Sample> query() throws IOException, JMException {
        JMXConnector open = connector;
        if (open == null) {
            acceptOnlyPlainValues();
            open = JMXConnectorFactory.connect(
                    new JMXServiceURL("service:jmx:rmi:///jndi/rmi://" + jvm + "/jmxrmi"), environment);
            connector = open;
        }
        if (closed) {
            open.close();
            throw new IOException("it was closed while it connected.");
        }
        MBeanServerConnection server = open.getMBeanServerConnection();
        List<Sample> samples = new ArrayList<>();
        for (Map.Entry<String, AttributePlace> named : places.entrySet()) {
            boolean isTotal = totals.contains(named.getKey());
            double value = value(server, named.getValue()) instanceof Number number ? number.doubleValue() : Double.NaN;
            samples.add(new Sample(SeriesName.of(named.getKey()), value, isTotal ? "count" : "value", isTotal));
        }
        return samples;
    }

    /** The value; null if the JVM has no such attribute, or the attribute no such part. */
    private static @Nullable Object value(MBeanServerConnection server, AttributePlace place)
            throws IOException, JMException {
        try {
            Object value = server.getAttribute(place.object(), place.attribute());
            return place.part().isEmpty()
                    ? value
                    : value instanceof CompositeData parts && parts.containsKey(place.part())
                            ? parts.get(place.part())
                            : null;
        } catch (AttributeNotFoundException | InstanceNotFoundException e) {
            return null;
        }
    }

    /** Disconnects in a separate thread, because closing also waits for the JVM. */
    private void disconnect() {
        JMXConnector open = connector;
        connector = null;
        if (open != null) {
            Thread.ofPlatform().daemon().name("plateau-jmx-close").start(() -> {
                try {
                    open.close();
                } catch (IOException e) {
                    // The JVM has ended, so that nothing is left to close.
                }
            });
        }
    }

    @Override
    public void close() {
        closed = true;
        disconnect();
    }
}
