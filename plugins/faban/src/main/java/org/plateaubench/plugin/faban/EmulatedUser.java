// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.faban;

import com.sun.faban.driver.CustomMetrics;
import com.sun.faban.driver.DriverContext;
import com.sun.faban.driver.HttpTransport;
import com.sun.faban.driver.util.Random;
import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import javax.xml.xpath.XPathExpressionException;
import org.jspecify.annotations.Nullable;
import org.plateaubench.api.KeyedRandom;
import org.plateaubench.http.HttpConnector;
import org.w3c.dom.Element;

/** The context of one user, with its instance of the driver. Not thread-safe, except for {@link #transports()}. */
final class EmulatedUser extends DriverContext {
    private final DriverSettings settings;
    private final OwnFigures figures;
    private final HttpConnector connector;
    private final int number;
    private final TimedSection section = new TimedSection();
    private final Random random;
    private final List<KitTransport> transports = new CopyOnWriteArrayList<>();
    private volatile LongSupplier nanoTime = () -> 0;
    private @Nullable Object instance;
    private @Nullable DriverOperation operation;
    private boolean steady;

    EmulatedUser(DriverSettings settings, OwnFigures figures, HttpConnector connector, int number) {
        this.settings = settings;
        this.figures = figures;
        this.connector = connector.ofUser();
        this.number = number;
        this.random = new Random(KeyedRandom.key(settings.seed(), number));
    }

    /** Sets the run's clock, which does not exist before users start. */
    void clock(LongSupplier clock) {
        nanoTime = clock;
    }

    TimedSection section() {
        return section;
    }

    List<KitTransport> transports() {
        return transports;
    }

    /** Creates the instance of the driver, if it does not exist yet. */
    void makeInstance() throws Exception {
        if (instance == null) {
            Constructor<?> constructor = settings.driver().type().getConstructor();
            instance = called(constructor::newInstance);
        }
    }

    /** Calls a method of the instance, and passes on its exceptions. */
    void call(Method method) throws Exception {
        Object driver = instance;
        called(() -> method.invoke(driver));
    }

    /** Calls an operation. */
    void operate(DriverOperation called, boolean inSteadyPhase, long seed) throws Exception {
        operation = called;
        steady = inSteadyPhase;
        random.setSeed(seed);
        section.begin(called.timing());
        try {
            call(called.method());
        } finally {
            section.end();
            operation = null;
            steady = false;
        }
    }

    /** Calls the driver's code with this context, and passes on its exceptions. */
    Object called(Callable<Object> call) throws Exception {
        Thread thread = Thread.currentThread();
        ClassLoader before = thread.getContextClassLoader();
        thread.setContextClassLoader(settings.driver().type().getClassLoader());
        use(this);
        try {
            return call.call();
        } catch (InvocationTargetException e) {
            if (e.getCause() instanceof Exception thrown) {
                throw thrown;
            }
            if (e.getCause() instanceof Error thrown) {
                throw thrown;
            }
            throw e;
        } finally {
            use(null);
            thread.setContextClassLoader(before);
        }
    }

    void write(String lines) {
        log(lines);
    }

    @Override
    protected HttpTransport.Exchanges newExchanges() {
        KitTransport transport = new KitTransport(connector, section, this::getNanoTime);
        transports.add(transport);
        return transport;
    }

    @Override
    public int getScale() {
        return settings.scale();
    }

    @Override
    public int getAgentId() {
        return 0;
    }

    @Override
    public int getThreadId() {
        return number;
    }

    @Override
    public int getClientsInAgent() {
        return settings.users();
    }

    @Override
    public int getClientsInDriver() {
        return settings.users();
    }

    @Override
    public String getDriverName() {
        return settings.driver().name();
    }

    @Override
    public @Nullable String getCurrentOperation() {
        return operation == null ? null : operation.declaredName();
    }

    @Override
    public int getOperationId() {
        return settings.driver().mix().operations().indexOf(operation);
    }

    @Override
    public int getOperationCount() {
        return settings.driver().mix().operations().size();
    }

    @Override
    public String getBaseDir() {
        return settings.folder().toString();
    }

    @Override
    public String getResourceDir() {
        return settings.folder().resolve("resources").toString();
    }

    @Override
    public Random getRandom() {
        return random;
    }

    @Override
    public @Nullable String getProperty(String name) {
        List<String> values = settings.properties().get(name);
        return values == null ? null : values.getFirst();
    }

    @Override
    public String[] getPropertyValues(String name) {
        return settings.properties().getOrDefault(name, List.of()).toArray(String[]::new);
    }

    @Override
    public String getXPathValue(String path) throws XPathExpressionException {
        RunXml runXml = settings.runXml();
        if (runXml == null) {
            throw new IllegalStateException("The driver reads " + path
                    + " of its run.xml, and the run file names none: give the parameter 'runXml'");
        }
        return runXml.text(path);
    }

    @Override
    public @Nullable Element getPropertiesNode() {
        RunXml runXml = settings.runXml();
        return runXml == null ? null : runXml.propertiesNode(settings.driver().name());
    }

    @Override
    public int getTime() {
        return (int) TimeUnit.NANOSECONDS.toMillis(getNanoTime());
    }

    @Override
    public long getNanoTime() {
        return nanoTime.getAsLong();
    }

    @Override
    public boolean isTxSteadyState() {
        return steady;
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
        figures.attach(number, name, metrics);
    }
}
